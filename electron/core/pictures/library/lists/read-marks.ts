import type { Journal } from '../../../base/database/journal.ts'
import type { Condition } from './find-by-text.ts'

/** The rows of a statement (`seq`), and 1 for each of them at its place; beyond the last one there is nothing. */
export const readMarks = (
  journal: Pick<Journal, 'get'>,
  { sql, values }: Condition,
): { readonly seqs: readonly number[]; readonly marks: Uint8Array } => {
  // As JSON, because one object for each row takes ten times as long.
  const row = journal.get(`SELECT json_group_array(seq) AS list FROM (${sql})`, ...values)
  const seqs = JSON.parse(String(row?.list)) as readonly number[]
  let last = 0
  for (const seq of seqs) if (seq > last) last = seq
  const marks = new Uint8Array(last + 1)
  for (const seq of seqs) marks[seq] = 1
  return { seqs, marks }
}
