import { z } from 'zod'
import { maxQuestionLength } from './questions.ts'

/** Languages that a check can ask for (cell-checks.ts), as BCP 47 names them. */
export const checkedLanguage = z.enum([
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'zh',
])
export type CheckedLanguage = z.infer<typeof checkedLanguage>

/** What a text in a column must be. Each kind at most once for a question; cell-checks.ts applies them. */
export const cellCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-empty') }),
  /** In Unicode characters. */
  z.object({ kind: z.literal('longest'), characters: z.number().int().min(1).max(100_000) }),
  /** The whole text fits the pattern (text-pattern.ts has its language). */
  z.object({ kind: z.literal('must-match'), pattern: z.string().min(1).max(200) }),
  /** Upper and lower case are the same. */
  z.object({ kind: z.literal('must-not-begin'), words: z.array(z.string().trim().min(1).max(100)).min(1).max(50) }),
  z.object({ kind: z.literal('language'), language: checkedLanguage }),
])
export type CellCheck = z.infer<typeof cellCheck>

/** What “must not begin with” has until a person changes it. */
export const usualBeginnings: readonly string[] = ['image of', 'picture of', 'photo of', 'an image of', 'a picture of', 'a photo of']

/** One question of a set. `column`: its short name, different for each question of the set. */
export const setQuestion = z.object({
  question: z.string().trim().min(1).max(maxQuestionLength),
  column: z.string().trim().min(1).max(60),
  checks: z.array(cellCheck).max(5).default([]),
})
export type SetQuestion = z.infer<typeof setQuestion>

/** Most questions of one set. */
export const mostQuestions = 200

/** A named, ordered list of questions. A cell belongs to a question's text, so two sets with the same question show the same cells. */
export const questionSet = z.object({
  id: z.string(),
  name: z.string().trim().min(1).max(100),
  questions: z.array(setQuestion).min(1).max(mostQuestions),
  /** Asked about each picture that is dropped. */
  runsOnDrop: z.boolean(),
  /** Milliseconds since 1970. */
  changedAt: z.number(),
})
export type QuestionSet = z.infer<typeof questionSet>
