import { create } from 'zustand'
import type { QuestionSetDraft } from '../../../shared/answers/question-set-problems.ts'
import { type CellCheck, type CheckedLanguage, type QuestionSet, usualBeginnings } from '../../../shared/answers/question-sets.ts'
import { keepForReload } from '../../ui/keep-for-reload.ts'

/** Checks as fields of a form; an empty text or `null`: not checked. */
export type CheckFields = {
  readonly notEmpty: boolean
  readonly longest: string
  readonly pattern: string
  /** One a line. */
  readonly beginnings: string
  readonly language: CheckedLanguage | null
}

export type QuestionFields = { readonly key: number; readonly question: string; readonly column: string; readonly checks: CheckFields }

/** A set being written. `seen`: the set as it was opened; `null`: a new one. */
export type SetFields = {
  readonly seen: Pick<QuestionSet, 'id' | 'changedAt' | 'name'> | null
  readonly name: string
  readonly runsOnDrop: boolean
  readonly questions: readonly QuestionFields[]
}

/** The set being written, kept when the panel is closed or the window reloaded. */
export const useSetDraft = create<{ readonly fields: SetFields | null; readonly isChanged: boolean }>(() => ({
  fields: null,
  isChanged: false,
}))
keepForReload('set-draft', useSetDraft)

export const noChecks: CheckFields = { notEmpty: false, longest: '', pattern: '', beginnings: '', language: null }
export const usualBeginningLines = usualBeginnings.join('\n')

let keys = Date.now()
export const emptyQuestion = (question = ''): QuestionFields => ({ key: ++keys, question, column: '', checks: noChecks })

const toCheckFields = (checks: readonly CellCheck[]): CheckFields => {
  let fields = noChecks
  for (const check of checks) {
    if (check.kind === 'not-empty') fields = { ...fields, notEmpty: true }
    else if (check.kind === 'longest') fields = { ...fields, longest: String(check.characters) }
    else if (check.kind === 'must-match') fields = { ...fields, pattern: check.pattern }
    else if (check.kind === 'must-not-begin') fields = { ...fields, beginnings: check.words.join('\n') }
    else fields = { ...fields, language: check.language }
  }
  return fields
}

const toChecks = ({ notEmpty, longest, pattern, beginnings, language }: CheckFields): unknown[] => {
  const words = beginnings.split('\n').filter((line) => line.trim() !== '')
  return [
    ...(notEmpty ? [{ kind: 'not-empty' }] : []),
    ...(longest.trim() === '' ? [] : [{ kind: 'longest', characters: Number(longest) }]),
    ...(pattern === '' ? [] : [{ kind: 'must-match', pattern }]),
    ...(words.length === 0 ? [] : [{ kind: 'must-not-begin', words }]),
    ...(language === null ? [] : [{ kind: 'language', language }]),
  ]
}

/** How many checks there are. */
export const countChecks = (checks: CheckFields): number => toChecks(checks).length

export const openSet = (set: QuestionSet): void =>
  useSetDraft.setState({
    fields: {
      seen: { id: set.id, changedAt: set.changedAt, name: set.name },
      name: set.name,
      runsOnDrop: set.runsOnDrop,
      questions: set.questions.map((one) => ({
        key: ++keys,
        question: one.question,
        column: one.column,
        checks: toCheckFields(one.checks),
      })),
    },
    isChanged: false,
  })

export const openNewSet = (questions: readonly string[] = ['']): void =>
  useSetDraft.setState({
    fields: { seen: null, name: '', runsOnDrop: false, questions: questions.map((one) => emptyQuestion(one)) },
    isChanged: questions.some((one) => one !== ''),
  })

export const closeSet = (): void => useSetDraft.setState({ fields: null, isChanged: false })

export const changeSet = (change: Partial<SetFields>): void => {
  const { fields } = useSetDraft.getState()
  if (fields) useSetDraft.setState({ fields: { ...fields, ...change }, isChanged: true })
}

export const changeQuestion = (key: number, change: Partial<QuestionFields>): void => {
  const { fields } = useSetDraft.getState()
  if (fields) changeSet({ questions: fields.questions.map((one) => (one.key === key ? { ...one, ...change } : one)) })
}

/** `by`: −1 up, 1 down. */
export const moveQuestion = (key: number, by: number): void => {
  const questions = useSetDraft.getState().fields?.questions ?? []
  const at = questions.findIndex((one) => one.key === key)
  const moved = questions[at]
  if (!moved || at + by < 0 || at + by >= questions.length) return
  changeSet({ questions: questions.toSpliced(at, 1).toSpliced(at + by, 0, moved) })
}

/** As the core takes it; questions that are wholly empty are left out, except where that leaves none. */
export const toDraft = ({ name, runsOnDrop, questions }: SetFields): QuestionSetDraft => ({
  name,
  runsOnDrop,
  questions: questions.map(({ question, column, checks }) => ({ question, column, checks: toChecks(checks) })),
})
