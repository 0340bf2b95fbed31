import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { QuestionSet, SetQuestion } from '../../../shared/answers/question-sets.ts'
import { askedQuestions, type SheetViewInput } from '../../../shared/answers/sheet.ts'
import { api } from '../../queries.ts'
import { chooseColumns, sortOf } from './column-choice.ts'
import { lookOf, useSheetView } from './sheet-view.ts'

/** Questions that have no set: their columns have the questions themselves as names. */
const withoutSet = (questions: readonly string[]): SetQuestion[] =>
  questions.map((question) => ({ question, column: question, checks: [] }))

export type ChosenSet = { readonly id: string; readonly name: string; readonly questions: readonly SetQuestion[] }

export const askedName = 'Questions asked so far'

/** The sets to choose from; the questions that were asked without one come last. `undefined`: not read yet. */
export const useSets = () => {
  const sets = useQuery(api.questionSets.list.queryOptions())
  const asked = useQuery(api.sheet.asked.queryOptions())
  const all = useMemo<readonly ChosenSet[] | undefined>(() => {
    if (!sets.data || !asked.data) return undefined
    const own = sets.data.map(({ id, name, questions }: QuestionSet) => ({ id, name, questions }))
    const questions = withoutSet(asked.data)
    return questions.length > 0 ? [...own, { id: askedQuestions, name: askedName, questions }] : own
  }, [sets.data, asked.data])
  return { sets: all, error: sets.error ?? asked.error }
}

/** What the sheet shows, as the core is asked for it, and its columns. */
export const useShown = (set: ChosenSet) => {
  const rows = useSheetView((state) => state.rows)
  const groupBy = useSheetView((state) => state.groupBy)
  const text = useSheetView((state) => state.text)
  const only = useSheetView((state) => state.only)
  const product = useSheetView((state) => state.product)
  const drop = useSheetView((state) => state.drop)
  const images = useSheetView((state) => state.images)
  const look = useSheetView((state) => lookOf(state.columns, set.id))
  const sort = sortOf(look, set.questions)
  const { widths, hidden } = look
  // Another sort order has the same columns: all cells would be drawn again for it.
  const columns = useMemo(() => chooseColumns(set.questions, { widths, hidden }), [set.questions, widths, hidden])
  // A text, since each change of a width makes other columns.
  const shown = columns.length === set.questions.length ? null : JSON.stringify(columns.map(({ question }) => question))
  const view = useMemo<SheetViewInput>(
    () => ({
      setId: set.id,
      questions: shown === null ? null : (JSON.parse(shown) as string[]),
      rows,
      groupBy: rows === 'pictures' ? groupBy : 'nothing',
      text,
      only: [...only],
      productKey: product?.key ?? null,
      drop: drop?.number ?? null,
      images: images?.name ?? null,
      sort: { by: sort.by, descending: sort.descending },
    }),
    [set.id, shown, rows, groupBy, text, only, product, drop, images, sort.by, sort.descending],
  )
  return { view, columns, look }
}

/** The set that is shown; the first one if the one that was shown is gone. */
export const useChosenSet = (sets: readonly ChosenSet[]): ChosenSet | undefined => {
  const setId = useSheetView((view) => view.setId)
  return sets.find(({ id }) => id === setId) ?? sets[0]
}
