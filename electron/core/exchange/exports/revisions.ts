import { createHash } from 'node:crypto'
import { type CellReview, cellReview } from '../../../../shared/answers/sheet.ts'
import { cellDigest } from '../../answers/sheet/cell-digest.ts'
import { foldName } from '../../base/database/fold-name.ts'

/** Headers of the two columns by which a table is recognised again. */
export const keyHeader = 'Packshot key'
export const revisionsHeader = 'Packshot revisions'

const hash = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length)

/** Stands for a question in a table. */
export const questionMark = (question: string): string => hash(question, 8)
/** Stands for a header, however it is written. */
export const headerMark = (header: string): string => hash(foldName(header).replace(/\s+/g, ' ').trim(), 6)

/** Line ends as programs change them, made one. */
export const sameLines = (text: string): string => text.replace(/\r\n?/g, '\n')

/** What a cell said when it was written into a table; `null`: it was left out. */
export type Revision = { readonly header: string; readonly digest: string | null }

const begin = 'r1'

/** `r1 QUESTION HEADER DIGEST …` without spaces inside an entry: 8, 6 and 12 hex digits, or `-` for a cell that was left out. */
export const formatRevisions = (
  cells: readonly { readonly question: string; readonly header: string; readonly written: { text: string; review: CellReview } | null }[],
): string =>
  [
    begin,
    ...cells.map(({ question, header, written }) => {
      const digest = written ? cellDigest(sameLines(written.text), written.review) : '-'
      return `${questionMark(question)}${headerMark(header)}${digest}`
    }),
  ].join(' ')

/** By the question's mark; `null`: it is no such list. */
export const readRevisions = (text: string): ReadonlyMap<string, Revision> | null => {
  const [first, ...entries] = text.trim().split(/\s+/)
  if (first !== begin || entries.length === 0) return null
  const found = new Map<string, Revision>()
  for (const entry of entries) {
    const parts = /^([0-9a-f]{8})([0-9a-f]{6})(-|[0-9a-f]{12})$/.exec(entry)
    if (!parts?.[1] || !parts[2] || !parts[3]) return null
    found.set(parts[1], { header: parts[2], digest: parts[3] === '-' ? null : parts[3] })
  }
  return found
}

/** The digests that a text can have been exported with, one for each review. */
export const revisionsOf = (text: string): string[] => cellReview.options.map((review) => cellDigest(sameLines(text), review))

/** Whether a revision is of this text, and with which review. */
export const reviewOfRevision = (digest: string, text: string): CellReview | undefined =>
  cellReview.options.find((review) => cellDigest(sameLines(text), review) === digest)
