import type { Journal } from '../../base/database/journal.ts'

/** A dropped picture about which the sets that run by themselves have not been asked yet. `connectionId` `null`: of no workspace yet. */
export type DueAsk = { readonly seq: number; readonly connectionId: string | null; readonly imageId: string; readonly dropId: string }

/** The id of the action that the questions of one drop are. */
export const asksOfDrop = (dropId: string): string => `asks_${dropId}`

export type DueAsks = ReturnType<typeof createDueAsks>

/** What is left to ask about dropped pictures. A row is written with its picture, and removed with the jobs that come of it. */
export const createDueAsks = (journal: Journal) => ({
  /** Called in the transaction that writes the picture. */
  add: (imageId: string, dropId: string, connectionId: string | null): void => {
    journal.run(
      'INSERT INTO asks_due (connection_id, image_id, drop_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      connectionId ?? '',
      imageId,
      dropId,
    )
  },
  /** The oldest. */
  list: (limit: number): DueAsk[] =>
    journal.all('SELECT * FROM asks_due ORDER BY seq LIMIT ?', limit).map((row) => ({
      seq: Number(row.seq),
      connectionId: row.connection_id === '' ? null : String(row.connection_id),
      imageId: String(row.image_id),
      dropId: String(row.drop_id),
    })),
  count: (): number => Number(journal.get('SELECT count(*) AS n FROM asks_due')?.n),
  /** Called inside `journal.write`. */
  settle: (seqs: readonly number[]): void => {
    journal.run('DELETE FROM asks_due WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs))
  },
  /** A picture becomes a version of another one, which is asked about. Called inside `journal.write`. */
  movePicture: (imageId: string, into: string): void => {
    journal.run('UPDATE OR REPLACE asks_due SET image_id = ? WHERE image_id = ?', into, imageId)
  },
  /** These pictures are removed for good. Called inside `journal.write`. */
  forgetPictures: (imageIds: readonly string[]): void => {
    journal.run('DELETE FROM asks_due WHERE image_id IN (SELECT value FROM json_each(?))', JSON.stringify(imageIds))
  },
  /** Nothing more is asked in this workspace. Called inside `journal.write`. */
  cancel: (connectionId: string | null): void => {
    journal.run('DELETE FROM asks_due WHERE connection_id = ?', connectionId ?? '')
  },
  /** Nor for the drop whose questions are this action (`asksOfDrop`). Called inside `journal.write`. */
  cancelAction: (id: string): void => {
    journal.run('DELETE FROM asks_due WHERE ? = ? || drop_id', id, asksOfDrop(''))
  },
  adopt: (connectionId: string): void => {
    journal.run("UPDATE OR REPLACE asks_due SET connection_id = ? WHERE connection_id = ''", connectionId)
  },
  release: (connectionId: string): void => {
    journal.run("UPDATE OR REPLACE asks_due SET connection_id = '' WHERE connection_id = ?", connectionId)
  },
})
