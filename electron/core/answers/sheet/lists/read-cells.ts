import type { SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import { type CellReview, cellValue, type SheetCell } from '../../../../../shared/answers/sheet.ts'
import type { ErrorRecord } from '../../../../../shared/base/errors.ts'
import { checkCell } from '../../../../../shared/checks/cell-checks.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { cellDigest } from '../cell-digest.ts'

type Picture = { readonly id: string; readonly seq: number }
type Work = NonNullable<SheetCell['work']>

/** The open question of each cell, by its subject; a set aside one only where nothing else is under way. */
const readWork = (journal: Journal, connectionId: string | null, subjects: readonly string[]): ReadonlyMap<string, Work> => {
  const rows = journal.all(
    `SELECT jobs.id, subject, state, status ->> '$.reason' AS reason FROM json_each(?) AS wanted
     CROSS JOIN jobs ON operation = 'analyse-image' AND subject = wanted.value AND connection_id IS ?
     WHERE state IN ('waiting', 'running', 'parked') ORDER BY state = 'parked' DESC, jobs.seq`,
    JSON.stringify(subjects),
    connectionId,
  )
  return new Map(
    rows.map((row) => [
      String(row.subject),
      {
        state: row.state as Work['state'],
        jobId: String(row.id),
        reason: row.reason == null ? null : (JSON.parse(String(row.reason)) as ErrorRecord),
      },
    ]),
  )
}

/** A row of answers as it is read: one text for many rows, since each row of its own costs more than what is in it. */
type ReadAnswer = readonly [
  imageId: string,
  question: string,
  jobId: string,
  kind: 'answer' | 'cannot-tell' | 'own',
  text: string,
  isEdited: number,
  review: CellReview,
  reviewedBy: string | null,
  reviewedAt: number | null,
  /** 1: it says about which file it is. */
  isSent: number,
]

/** The answers that count, by subject. */
const readAnswers = (journal: Journal, owner: string, imageIds: readonly string[], asked: string): ReadonlyMap<string, ReadAnswer> => {
  const row = journal.get(
    `SELECT json_group_array(json_array(
       images.id, asked.value, job_id, kind, coalesce(edited_text, text), edited_text IS NOT NULL, review, reviewed_by, reviewed_at, sent_original IS NOT NULL
     )) AS list FROM json_each(?1) AS picture CROSS JOIN json_each(?2) AS asked
     CROSS JOIN cell_columns ON cell_columns.connection_id = ?3 AND cell_columns.question = asked.value
     CROSS JOIN images ON images.id = picture.value CROSS JOIN cells ON cell_column = cell_columns.id AND cells.picture = images.seq
     CROSS JOIN answers ON answers.seq = answer`,
    JSON.stringify(imageIds),
    asked,
    owner,
  )
  return new Map((JSON.parse(String(row?.list)) as ReadAnswer[]).map((one) => [`${one[0]}\n${one[1]}`, one]))
}

const emptyDigest = cellDigest('', 'draft')

const toCell = (
  answer: ReadAnswer | undefined,
  { question, checks }: SetQuestion,
  work: Work | null,
  aboutEarlier?: ReadonlySet<string>,
): SheetCell => {
  if (!answer)
    return {
      question,
      jobId: null,
      kind: 'none',
      text: '',
      isEdited: false,
      review: 'draft',
      reviewedBy: null,
      reviewedAt: null,
      digest: emptyDigest,
      fails: [],
      work,
    }
  const [, , jobId, kind, text, edited, review, reviewedBy, reviewedAt] = answer
  const isEdited = edited === 1
  return {
    question,
    jobId,
    kind,
    text,
    isEdited,
    review,
    reviewedBy,
    reviewedAt,
    digest: cellDigest(text, review),
    fails: checkCell(cellValue({ kind, text, isEdited }), checks),
    work,
    ...(aboutEarlier?.has(jobId) ? { isAboutEarlier: true as const } : {}),
  }
}

/** The cells of a product without a picture. */
export const emptyCells = (questions: readonly SetQuestion[]): SheetCell[] => questions.map((one) => toCell(undefined, one, null))

/** The cells of these pictures, picture by picture in the order of the questions. */
export const readCells = (
  journal: Journal,
  connectionId: string | null,
  pictures: readonly Picture[],
  questions: readonly SetQuestion[],
  findAboutEarlier?: FindAboutEarlier,
): ReadonlyMap<string, readonly SheetCell[]> => {
  const ids = pictures.map(({ id }) => id)
  const found = readAnswers(journal, connectionId ?? '', ids, JSON.stringify(questions.map(({ question }) => question)))
  const sent = new Set([...found.values()].flatMap((answer) => (answer[9] ? [answer[0]] : [])))
  const aboutEarlier = findAboutEarlier?.(connectionId, [...sent])
  const busy = new Set(
    journal
      .all(
        'SELECT seq FROM picture_work WHERE connection_id = ? AND seq IN (SELECT value FROM json_each(?)) AND (pending > 0 OR parked > 0)',
        connectionId ?? '',
        JSON.stringify(pictures.map(({ seq }) => seq)),
      )
      .map(({ seq }) => Number(seq)),
  )
  const subjectsOf = ({ id }: Picture): string[] => questions.map(({ question }) => `${id}\n${question}`)
  const work = readWork(journal, connectionId, pictures.filter(({ seq }) => busy.has(seq)).flatMap(subjectsOf))
  return new Map(
    pictures.map((picture) => {
      const subjects = subjectsOf(picture)
      const cells = questions.map((one, at) => {
        const subject = subjects[at] ?? ''
        return toCell(found.get(subject), one, work.get(subject) ?? null, aboutEarlier)
      })
      return [picture.id, cells]
    }),
  )
}
