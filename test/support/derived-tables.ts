import type { DatabaseSync } from 'node:sqlite'
import { refillDerived } from '../../electron/core/database/refill-derived.ts'

const tables = ['picture_work', 'picture_count', 'job_counts', 'attach_pictures', 'attached_sources']

/** A row that says nothing may be there or not. */
const saysSomething = (row: Readonly<Record<string, unknown>>): boolean =>
  row.jobs === undefined
    ? row.state !== 'kept' || [row.questions, row.pending, row.attached].some((one) => Number(one) > 0)
    : Number(row.jobs) > 0

const readDerived = (database: DatabaseSync): string[] =>
  tables.flatMap((table) => {
    const rows = database.prepare(`SELECT * FROM ${table}`).all()
    return rows
      .filter((row) => (table !== 'picture_work' && table !== 'job_counts' ? true : saysSomething(row)))
      .map((row) => `${table} ${JSON.stringify(row)}`)
      .sort()
  })

/** The tables that triggers keep, as they are and as they come out when they are made again from the same data. Changes nothing. */
export const compareDerived = (database: DatabaseSync): { readonly kept: string[]; readonly again: string[] } => {
  database.exec('BEGIN')
  try {
    const kept = readDerived(database)
    refillDerived(database)
    return { kept, again: readDerived(database) }
  } finally {
    database.exec('ROLLBACK')
  }
}
