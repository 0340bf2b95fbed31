import { type QuestionSet, questionSet, setQuestion } from '../../../../shared/answers/question-sets.ts'
import type { Journal, Row } from '../../base/database/journal.ts'

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** `null`: it can't be read. The next thorough check of the library moves it aside and says so (base/database/find-damage.ts). */
export const toQuestionSet = (row: Row): QuestionSet | null =>
  questionSet.safeParse({
    id: row.id,
    name: row.name,
    questions: parse(row.questions),
    runsOnDrop: row.runs_on_drop === 1,
    changedAt: row.changed_at,
  }).data ?? null

export type SetStore = ReturnType<typeof createSetStore>

/** The table of question sets, in the person's order. Call its changes inside `journal.write`; each is one write. */
export const createSetStore = (journal: Journal) => {
  const list = (): QuestionSet[] =>
    journal.all('SELECT * FROM question_sets WHERE removed_at IS NULL ORDER BY place, id').flatMap((row) => toQuestionSet(row) ?? [])
  const arrange = (ids: readonly string[]): void => {
    journal.run(
      `UPDATE question_sets SET place = wanted.key + 1 FROM json_each(?) AS wanted WHERE question_sets.id = wanted.value`,
      JSON.stringify(ids),
    )
  }
  return {
    list,
    get: (id: string): QuestionSet | undefined => {
      const row = journal.get('SELECT * FROM question_sets WHERE id = ? AND removed_at IS NULL', id)
      return (row && toQuestionSet(row)) ?? undefined
    },
    /** The questions that are asked about each dropped picture, each once, and the names of their sets. */
    listRunning: (): { readonly questions: readonly string[]; readonly names: readonly string[] } => {
      const rows = journal.all('SELECT name, questions FROM question_sets WHERE runs_on_drop = 1 AND removed_at IS NULL ORDER BY place, id')
      const read = rows.flatMap((row) => {
        const questions = setQuestion.array().safeParse(parse(row.questions)).data
        return questions ? [{ name: String(row.name), questions: questions.map((one) => one.question) }] : []
      })
      return { questions: [...new Set(read.flatMap(({ questions }) => questions))], names: read.map(({ name }) => name) }
    },
    isAnyRunning: (): boolean =>
      journal.get('SELECT 1 AS found FROM question_sets WHERE runs_on_drop = 1 AND removed_at IS NULL LIMIT 1') !== undefined,
    /** A new or removed set goes to `place` (0: the first), or to the end; a known one stays where it is. */
    put: ({ id, name, questions, runsOnDrop, changedAt }: QuestionSet, place?: number): void => {
      const known = journal.get('SELECT place FROM question_sets WHERE id = ? AND removed_at IS NULL', id)
      const last = Number(journal.get('SELECT coalesce(max(place), 0) AS place FROM question_sets')?.place)
      journal.run(
        `INSERT INTO question_sets (id, place, name, questions, runs_on_drop, changed_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, questions = excluded.questions, runs_on_drop = excluded.runs_on_drop,
           changed_at = excluded.changed_at, place = excluded.place, removed_at = NULL`,
        id,
        known === undefined ? last + 1 : Number(known.place),
        name,
        JSON.stringify(questions),
        runsOnDrop ? 1 : 0,
        Math.ceil(changedAt),
      )
      if (known === undefined && place !== undefined) {
        const others = list().flatMap((one) => (one.id === id ? [] : [one.id]))
        arrange(others.toSpliced(place, 0, id))
      }
    },
    remove: (id: string, at: number): void => {
      journal.run('UPDATE question_sets SET removed_at = ? WHERE id = ? AND removed_at IS NULL', Math.round(at), id)
    },
    /** A removed set; `undefined`: none, or it can't be read. */
    getRemoved: (id: string): QuestionSet | undefined => {
      const row = journal.get('SELECT * FROM question_sets WHERE id = ? AND removed_at IS NOT NULL', id)
      return (row && toQuestionSet(row)) ?? undefined
    },
    /** Removes removed sets for good: these, or all that were removed up to then. Returns how many. */
    forget: (which: readonly string[] | { readonly until: number }): number =>
      'until' in which
        ? journal.run('DELETE FROM question_sets WHERE removed_at <= ?', Math.floor(which.until))
        : journal.run(
            'DELETE FROM question_sets WHERE removed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
            JSON.stringify(which),
          ),
    /** Sets that are not named go to the end, in their order. */
    order: (ids: readonly string[]): void => {
      const all = list().map(({ id }) => id)
      const named = [...new Set(ids)].filter((id) => all.includes(id))
      arrange([...named, ...all.filter((id) => !named.includes(id))])
    },
  }
}
