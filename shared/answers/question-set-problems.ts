import { z } from 'zod'
import { readTextPattern, type TextPatternProblem } from '../base/text-pattern.ts'
import { trimEndOf } from '../base/trim-end.ts'
import { type CellCheck, cellCheck, mostQuestions, type QuestionSet, questionSet, setQuestion } from './question-sets.ts'
import { maxQuestionLength } from './questions.ts'

/** A set as it is typed or read: whatever is wrong with it is said by `findSetProblem`, not by its shape. */
export const questionSetDraft = z.object({
  name: z.string(),
  questions: z.array(z.object({ question: z.string(), column: z.string(), checks: z.array(z.unknown()).default([]) })),
  runsOnDrop: z.boolean().default(false),
})
export type QuestionSetDraft = z.input<typeof questionSetDraft>
export type SetContent = Pick<QuestionSet, 'name' | 'questions' | 'runsOnDrop'>

export const longestSetName = 100
export const longestColumn = 60
/** Most sets of a library. */
export const mostSets = 100

type TooLong = { readonly length: number; readonly limit: number }
/** `number`: of the question in its set, from 1. */
type OfQuestion = { readonly number: number }

/** Why a set can't be kept. Words: question-sets-error-words.ts. */
export type SetProblem =
  | { readonly kind: 'set-name-empty' }
  | ({ readonly kind: 'set-name-too-long' } & TooLong)
  | { readonly kind: 'set-without-questions' }
  | { readonly kind: 'set-too-many-questions'; readonly count: number; readonly limit: number }
  | ({ readonly kind: 'set-question-empty' } & OfQuestion)
  | ({ readonly kind: 'set-question-too-long' } & OfQuestion & TooLong)
  | ({ readonly kind: 'set-column-too-long' } & OfQuestion & TooLong)
  | { readonly kind: 'set-column-twice'; readonly column: string; readonly first: number; readonly second: number }
  | { readonly kind: 'set-question-twice'; readonly first: number; readonly second: number }
  /** `check`: its kind; `null`: unknown to this Packshot. */
  | ({ readonly kind: 'set-check-unusable'; readonly check: CellCheck['kind'] | null } & OfQuestion)
  /** `at`: the character, from 1. */
  | ({ readonly kind: 'set-pattern-wrong'; readonly why: TextPatternProblem['kind']; readonly at: number } & OfQuestion)
  | ({ readonly kind: 'set-check-twice'; readonly check: CellCheck['kind'] } & OfQuestion)

/** Names that a person can't tell apart are the same. */
export const sameName = (one: string, other: string): boolean => foldWords(one) === foldWords(other)
const foldWords = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')

const lengthOf = (text: string): number => [...text].length

/** The first two that are the same, as their numbers from 1. */
const findTwice = (texts: readonly string[]): { readonly first: number; readonly second: number } | null => {
  const seen = new Map<string, number>()
  for (const [index, text] of texts.entries()) {
    const first = seen.get(text)
    if (first !== undefined) return { first, second: index + 1 }
    seen.set(text, index + 1)
  }
  return null
}

const findCheckProblem = (checks: readonly unknown[], number: number): SetProblem | null => {
  const kinds = new Set<CellCheck['kind']>()
  for (const one of checks) {
    const check = cellCheck.safeParse(one)
    const said = cellCheckKind.safeParse(one).data?.kind ?? null
    if (!check.success) return { kind: 'set-check-unusable', number, check: said }
    const pattern = check.data.kind === 'must-match' ? readTextPattern(check.data.pattern) : null
    if (pattern?.kind === 'refused') return { kind: 'set-pattern-wrong', number, why: pattern.problem.kind, at: pattern.problem.at + 1 }
    if (kinds.has(check.data.kind)) return { kind: 'set-check-twice', number, check: check.data.kind }
    kinds.add(check.data.kind)
  }
  return null
}
const cellCheckKind = z.object({ kind: z.enum(cellCheck.options.map((one) => one.shape.kind.value)) })

/** The first thing that is wrong with one question. */
export const findQuestionProblem = (
  { question, column, checks = [] }: QuestionSetDraft['questions'][number],
  number: number,
): SetProblem | null => {
  const words = question.trim()
  if (words === '') return { kind: 'set-question-empty', number }
  if (words.length > maxQuestionLength) return { kind: 'set-question-too-long', number, length: words.length, limit: maxQuestionLength }
  const name = column.trim()
  if (name.length > longestColumn) return { kind: 'set-column-too-long', number, length: lengthOf(name), limit: longestColumn }
  return findCheckProblem(checks, number)
}

/** The first thing that is wrong with a set; `null`: it can be kept. A column without a name gets one (`completeSet`). */
export const findSetProblem = ({ name, questions }: QuestionSetDraft): SetProblem | null => {
  const said = name.trim()
  if (said === '') return { kind: 'set-name-empty' }
  if (said.length > longestSetName) return { kind: 'set-name-too-long', length: lengthOf(said), limit: longestSetName }
  if (questions.length === 0) return { kind: 'set-without-questions' }
  if (questions.length > mostQuestions) return { kind: 'set-too-many-questions', count: questions.length, limit: mostQuestions }
  for (const [index, one] of questions.entries()) {
    const problem = findQuestionProblem(one, index + 1)
    if (problem) return problem
  }
  const alike = findTwice(questions.map(({ question }) => question.trim()))
  if (alike) return { kind: 'set-question-twice', ...alike }
  const columns = nameColumns(questions)
  const twice = findTwice(columns.map(foldWords))
  return twice ? { kind: 'set-column-twice', column: columns[twice.second - 1] ?? '', ...twice } : null
}

/** A short name for a question's column: its first words. */
export const suggestColumn = (question: string): string => {
  const words = trimEndOf(question.trim().replaceAll(/\s+/g, ' '), '?.!:')
  if (words.length <= 24) return words
  const cut = words.slice(0, 24)
  const end = cut.lastIndexOf(' ')
  return end > 8 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '')
}

/** The columns' names; those without one get the question's first words, with a number where another has these. */
export const nameColumns = (questions: readonly { readonly question: string; readonly column: string }[]): string[] => {
  const taken = new Set(questions.map(({ column }) => foldWords(column)).filter((one) => one !== ''))
  return questions.map(({ question, column }, index) => {
    const said = column.trim()
    if (said !== '') return said
    const words = suggestColumn(question) || `Question ${index + 1}`
    let name = words
    for (let number = 2; taken.has(foldWords(name)); number++) name = `${words} ${number}`
    taken.add(foldWords(name))
    return name
  })
}

/** A set without a problem as it is kept: trimmed, its checks read, every column named. */
export const completeSet = (draft: QuestionSetDraft): SetContent => {
  const { name, questions, runsOnDrop = false } = draft
  const columns = nameColumns(questions)
  return {
    name: questionSet.shape.name.parse(name),
    questions: questions.map(({ question, checks = [] }, index) => setQuestion.parse({ question, checks, column: columns[index] })),
    runsOnDrop,
  }
}

/** Whether two sets ask and check the same, in the same order. */
export const isSameSet = (one: Pick<SetContent, 'questions'>, other: Pick<SetContent, 'questions'>): boolean =>
  JSON.stringify(one.questions) === JSON.stringify(other.questions)
