import { z } from 'zod'
import { checkedLanguage } from '../answers/question-sets.ts'

/** A check that a cell's text fails, with what it takes to say why (answers/sheet-cells-words.ts). */
export const failedCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-empty') }),
  z.object({ kind: z.literal('longest'), characters: z.number().int(), limit: z.number().int() }),
  z.object({ kind: z.literal('must-match'), pattern: z.string() }),
  z.object({ kind: z.literal('must-not-begin'), words: z.string() }),
  /** `seems`: what it looks like instead; `null`: only that it is another script. */
  z.object({ kind: z.literal('language'), language: checkedLanguage, seems: checkedLanguage.nullable() }),
])
export type FailedCheck = z.infer<typeof failedCheck>
