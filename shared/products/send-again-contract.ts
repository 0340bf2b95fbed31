import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { chosenImages } from '../pictures/pictures.ts'
import {
  type SendAgainPreview,
  type SendAgainResult,
  type SendAgainUndone,
  sendAgainPreview,
  sendAgainResult,
  sendAgainUndone,
} from './send-again.ts'

const preview: z.ZodType<SendAgainPreview> = sendAgainPreview
const result: z.ZodType<SendAgainResult> = sendAgainResult
const undone: z.ZodType<SendAgainUndone> = sendAgainUndone

/** Pictures that the active workspace has, but another file of them than it would get now: after a change of settings, or of the picture. */
export const sendAgainContract = {
  /** Nothing is changed. */
  preview: call.input(z.object({ images: chosenImages })).output(preview),
  /**
   * Sends them again, and replaces the earlier files in the products that show them, each in its place. Lists that changed meanwhile keep what was
   * changed. Starting it again adds nothing.
   */
  start: changing('jobs', 'library', 'products')
    .input(z.object({ images: chosenImages }))
    .output(result),
  /** Puts the earlier files back where they were replaced, and cancels what was not sent. Error: `usage` (`not-sent-again`). */
  undo: changing('jobs', 'library', 'products')
    .input(z.object({ action: z.int() }))
    .output(undone),
}
