import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { setFileEnding } from './question-set-file-name.ts'
import { completeSet, findSetProblem, questionSetDraft, type SetContent, sameName } from './question-set-problems.ts'

/** Largest file of question sets, in characters: 100 sets of usual questions are a tenth of it. */
export const largestSetFile = 4_000_000

const file = z.object({ packshotQuestions: z.union([z.number(), z.string()]), sets: z.array(z.unknown()).optional() })

/** Sets as a file of question sets, or a connection file, has them. Without ids: the same set has another one on each computer. */
export const toFileSets = (sets: readonly SetContent[]) =>
  sets.map(({ name, questions, runsOnDrop }) => ({
    name,
    ...(runsOnDrop ? { runsOnDrop } : {}),
    questions: questions.map(({ question, column, checks }) => ({ question, column, ...(checks.length > 0 ? { checks } : {}) })),
  }))

/** Question sets as the text of a file. */
export const formatSetFile = (sets: readonly SetContent[]): string =>
  `${JSON.stringify({ packshotQuestions: 1, sets: toFileSets(sets) }, null, 2)}\n`

/** The name of a file with these sets. */
export const nameSetFile = (sets: readonly Pick<SetContent, 'name'>[]): string => {
  const [only] = sets
  const words = sets.length === 1 && only ? only.name.replaceAll(/[\\/:*?"<>|\s\p{Cc}]+/gu, ' ').trim() : ''
  return `${words === '' || words.startsWith('.') ? 'Questions' : words}${setFileEnding}`
}

const refuse = (is: 'json' | 'other' | 'empty'): AppError =>
  new AppError('usage', { kind: 'set-file-unusable', is }, { kept: 'nothing-changed' })

/** Sets of a file, each checked. Errors: `usage` that names the set and what is wrong with it. */
export const readFileSets = (sets: readonly unknown[]): SetContent[] => {
  const read: SetContent[] = []
  for (const [index, one] of sets.entries()) {
    const draft = questionSetDraft.safeParse(one)
    if (!draft.success) throw refuse('other')
    const { name } = draft.data
    const problem = findSetProblem(draft.data)
    if (problem) throw new AppError('usage', { kind: 'set-file-problem', number: index + 1, name, problem }, { kept: 'nothing-changed' })
    const set = completeSet(draft.data)
    if (read.some((other) => sameName(other.name, set.name)))
      throw new AppError('usage', { kind: 'set-file-twice', name: set.name }, { kept: 'nothing-changed' })
    read.push(set)
  }
  return read
}

/** The sets of a `.packshot-questions` file. Errors: `usage`. */
export const parseSetFile = (text: string): SetContent[] => {
  if (text.length > largestSetFile)
    throw new AppError('usage', { kind: 'set-file-over-size', limit: largestSetFile }, { kept: 'nothing-changed' })
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw refuse('json')
  }
  const found = file.safeParse(content)
  if (!found.success) throw refuse('other')
  const { packshotQuestions: version, sets = [] } = found.data
  if (version !== 1)
    throw new AppError('usage', { kind: 'set-file-version', version: String(version).slice(0, 20) }, { kept: 'nothing-changed' })
  if (sets.length === 0) throw refuse('empty')
  return readFileSets(sets)
}
