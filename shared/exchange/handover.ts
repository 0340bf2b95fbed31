import { z } from 'zod'
import { cellReview } from '../answers/sheet.ts'
import { errorRecord } from '../base/error-record.ts'

// Interfaces keep their names in the contract’s type, which is too long for the compiler with all of them written out.

/** Whose value counts where both differ. */
export const handoverChoice = z.enum(['mine', 'theirs'])
export type HandoverChoice = z.infer<typeof handoverChoice>

export const handoverKinds = ['cell', 'product', 'set', 'match'] as const
export const handoverKind = z.enum(handoverKinds)
export type HandoverKind = z.infer<typeof handoverKind>

/** How many of each are in a file, or in a result. */
export const handoverCounts = z.object({
  pictures: z.number().int(),
  products: z.number().int(),
  sets: z.number().int(),
  matches: z.number().int(),
  cells: z.number().int(),
})
export type HandoverCounts = z.infer<typeof handoverCounts>

/** `originalsMissing`: pictures whose own file isn’t in the library any more. */
export const handoverWritten = handoverCounts.extend({
  place: z.string(),
  originals: z.number().int(),
  originalsMissing: z.number().int(),
  /** Entries that are too long for a file. */
  leftOut: z.number().int(),
})
export interface HandoverWritten extends z.infer<typeof handoverWritten> {}

/** What one side has. `review`, `by`, `at`: of a cell. `state` and `place`: of a match. */
export const handoverSide = z.object({
  text: z.string(),
  review: cellReview.nullable().default(null),
  by: z.string().nullable().default(null),
  at: z.number().nullable().default(null),
  state: z.enum(['matched', 'question', 'not-a-product', 'taken-out']).nullable().default(null),
  place: z.number().int().nullable().default(null),
})
export type HandoverSide = z.infer<typeof handoverSide>

/** `about`: the picture, product or set. `part`: the question, or the product’s field; `''`: all of it. `key`: names it among those of its kind. */
export const handoverDifference = z.object({
  kind: handoverKind,
  key: z.string(),
  about: z.string(),
  part: z.string(),
  mine: handoverSide,
  theirs: handoverSide,
})
export interface HandoverDifference extends z.infer<typeof handoverDifference> {}

/** A read file beside the library. `brings`: what is new or newer there. `differs`: what a person decides. */
export const handoverPreview = z.object({
  madeBy: z.string(),
  madeAt: z.number(),
  /** The address of its workspace; `null`: it has none. */
  workspace: z.string().nullable(),
  /** The active workspace is another one, or there is none. */
  isOfOtherWorkspace: z.boolean(),
  contains: handoverCounts,
  originals: z.number().int(),
  brings: handoverCounts,
  differs: z.object({ cell: z.number().int(), product: z.number().int(), set: z.number().int(), match: z.number().int() }),
  /** Pictures that are neither in the library nor in the file: their texts and matches stay out. */
  picturesMissing: z.number().int(),
  /** Pictures that were removed from this library: they stay removed. */
  picturesRemoved: z.number().int(),
})
export interface HandoverPreview extends z.infer<typeof handoverPreview> {}

/**
 * `damaged`: pictures whose bytes in the file are not what it says. `kept`: values that changed here since they were compared. `left`: differences that
 * stay as they are here. `problem`: what ended it before all was merged.
 */
export const handoverResult = handoverCounts.extend({
  damaged: z.number().int(),
  refused: z.number().int(),
  kept: z.number().int(),
  left: z.number().int(),
  picturesMissing: z.number().int(),
  problem: errorRecord.nullable(),
})
export interface HandoverResult extends z.infer<typeof handoverResult> {}

/** `wasInterrupted`: Packshot ended in the middle, and continued at the next start. The counts are those of the second run. */
const merged = z.object({ kind: z.literal('merged'), result: handoverResult, wasInterrupted: z.boolean() })
const failed = z.object({ kind: z.literal('failed'), problem: errorRecord })

/** What became of a hand-over. */
export const handoverEnd = z.discriminatedUnion('kind', [merged, failed])
export type HandoverEnd = z.infer<typeof handoverEnd>

export const openedHandover = z.object({
  id: z.string(),
  /** Of the file. */
  name: z.string(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('reading') }),
    z.object({ kind: z.literal('ready'), preview: handoverPreview }),
    z.object({ kind: z.literal('merging'), done: z.number().int(), total: z.number().int() }),
    merged,
    failed,
  ]),
})
export interface OpenedHandover extends z.infer<typeof openedHandover> {}

/** Whose side counts for each kind, and where a person chose otherwise. `usual` `null`: mine stays for now, as not decided. */
export const handoverChoices = z.object({
  usual: z.object({ cell: handoverChoice, product: handoverChoice, set: handoverChoice, match: handoverChoice }).nullable(),
  each: z.array(z.object({ kind: handoverKind, key: z.string(), use: handoverChoice })).default([]),
})
export type HandoverChoices = z.infer<typeof handoverChoices>
