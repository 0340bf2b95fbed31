import { errorRecord } from '../../../shared/base/error-record.ts'
import type { ErrorRecord } from '../../../shared/base/errors.ts'
import {
  type FollowedReading,
  followedReading,
  type ListRhythm,
  type WaitingVersion,
  waitingVersion,
} from '../../../shared/watching/followed-lists.ts'
import type { Journal, Row } from '../base/database/journal.ts'

/** What a list was when it was last read: a file's size and times, or what its server calls its version. */
export type LookedAt = {
  readonly sha256: string
  readonly size?: number
  readonly modified?: number
  readonly changed?: number | null
  readonly etag?: string | null
  readonly lastModified?: string | null
}

/** A followed list as it is kept. */
export type StoredList = {
  readonly id: string
  /** `null`: of no workspace yet. */
  readonly connectionId: string | null
  readonly kind: 'file' | 'address'
  /** Its path, or its whole address. */
  readonly place: string
  readonly name: string
  readonly how: FollowedReading
  readonly rhythm: ListRhythm
  readonly accepts: boolean
  /** The SHA-256 of the version that a person accepted or left; `null`: it is to be compared with the list that counts. */
  readonly settled: string | null
  /** `null`: it is read again, whatever it was. */
  readonly looked: LookedAt | null
  readonly waiting: WaitingVersion | null
  readonly problem: ErrorRecord | null
  readonly checkedAt: number | null
}

const parse = (text: unknown): unknown => {
  try {
    return text === null ? null : JSON.parse(String(text))
  } catch {
    return null
  }
}

const toList = (row: Row): StoredList => ({
  id: String(row.id),
  connectionId: row.connection_id === '' ? null : String(row.connection_id),
  kind: row.kind === 'file' ? 'file' : 'address',
  place: String(row.place),
  name: String(row.name),
  how: followedReading.safeParse(parse(row.how)).data ?? { headers: [], columns: {}, reading: {} },
  rhythm: String(row.rhythm) as ListRhythm,
  accepts: row.accepts === 1,
  settled: row.settled === null ? null : String(row.settled),
  looked: parse(row.looked) as LookedAt | null,
  waiting: waitingVersion.safeParse(parse(row.waiting)).data ?? null,
  problem: (errorRecord.safeParse(parse(row.problem)).data as ErrorRecord | undefined) ?? null,
  checkedAt: row.checked_at === null ? null : Number(row.checked_at),
})

const orNull = (value: object | null): string | null => value && JSON.stringify(value)

/** What a look found. Absent: that stays. */
export type Looked = Partial<Pick<StoredList, 'looked' | 'settled' | 'waiting' | 'problem'>>

export type FollowedStore = ReturnType<typeof createFollowedStore>

/** The table of followed lists. Call its changes inside `journal.write`. */
export const createFollowedStore = (journal: Journal) => ({
  get: (id: string): StoredList | undefined => {
    const row = journal.get('SELECT * FROM followed_lists WHERE id = ?', id)
    return row && toList(row)
  },
  /** The followed list of a workspace. */
  of: (connectionId: string | null): StoredList | undefined => {
    const row = journal.get('SELECT * FROM followed_lists WHERE connection_id = ?', connectionId ?? '')
    return row && toList(row)
  },
  all: (): StoredList[] => journal.all('SELECT * FROM followed_lists ORDER BY id').map(toList),
  /** In the place of the workspace's earlier one. `at`: when it was read, unless it is still to be (`looked`). */
  follow: (list: Omit<StoredList, 'waiting' | 'problem' | 'checkedAt'>, at: number): void => {
    journal.run('DELETE FROM followed_lists WHERE connection_id = ?', list.connectionId ?? '')
    journal.run(
      `INSERT INTO followed_lists (id, connection_id, kind, place, name, how, rhythm, accepts, settled, looked, checked_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[list.id, list.connectionId ?? '', list.kind, list.place, list.name, JSON.stringify(list.how), list.rhythm],
      ...[list.accepts ? 1 : 0, list.settled, orNull(list.looked), list.looked ? Math.round(at) : null],
    )
  },
  unfollow: (id: string): void => {
    journal.run('DELETE FROM followed_lists WHERE id = ?', id)
  },
  setRules: (id: string, rhythm: ListRhythm, accepts: boolean): void => {
    journal.run('UPDATE followed_lists SET rhythm = ?, accepts = ? WHERE id = ?', rhythm, accepts ? 1 : 0, id)
  },
  setLooked: (list: StoredList, found: Looked, at: number): void => {
    const { looked, settled, waiting, problem } = { ...list, ...found }
    journal.run(
      'UPDATE followed_lists SET looked = ?, settled = ?, waiting = ?, problem = ?, checked_at = ? WHERE id = ?',
      ...[orNull(looked), settled, orNull(waiting), orNull(problem), Math.round(at), list.id],
    )
  },
  /** A person accepted or left the version that waits. */
  settle: (id: string, version: string): void => {
    journal.run('UPDATE followed_lists SET settled = ?, waiting = NULL WHERE id = ?', version, id)
  },
  /** The list that waited for a workspace becomes this one's, in the place of an earlier one. */
  adopt: (connectionId: string): void => {
    journal.run(
      `DELETE FROM followed_lists WHERE connection_id = ? AND EXISTS (SELECT 1 FROM followed_lists WHERE connection_id = '')`,
      connectionId,
    )
    journal.run("UPDATE followed_lists SET connection_id = ? WHERE connection_id = ''", connectionId)
  },
  /** It waits for a workspace again, unless there is one that does. */
  release: (connectionId: string): void => {
    journal.run(
      `UPDATE followed_lists SET connection_id = '' WHERE connection_id = ? AND NOT EXISTS (SELECT 1 FROM followed_lists WHERE connection_id = '')`,
      connectionId,
    )
  },
})
