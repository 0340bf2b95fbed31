import { randomBytes } from 'node:crypto'
import type { DataTrial } from '../../../../shared/pictures/publishing.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { isAwaited } from '../../queue/find-jobs.ts'
import type { BucketPlace } from './sign-bucket-request.ts'

/** `putting`: it may be there. `there`: it was put at `at`. `removing`: it is no longer needed. */
export type PublishedObject = {
  readonly key: string
  readonly imageId: string
  readonly place: BucketPlace
  readonly state: 'putting' | 'there' | 'removing'
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A place in its stored and compared form. */
export const formatPlace = ({ endpoint, region, bucket, pathStyle }: BucketPlace): string =>
  JSON.stringify({ endpoint, region, bucket, pathStyle })

const toObject = (row: Row): PublishedObject => ({
  key: String(row.key),
  imageId: String(row.image_id),
  place: JSON.parse(String(row.place)) as BucketPlace,
  state: row.state as PublishedObject['state'],
  at: Number(row.at),
})

/** 160 random bits, so that it can't be guessed. The extension shows the kind of picture. */
export const createObjectKey = (prefix: string, ending: string): string =>
  `${prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`}${randomBytes(20).toString('hex')}.${ending}`

/** Which file of a picture. `settings`: with which it was converted (pictures/library/conversion-settings.ts); `''`: the original itself. */
type FileOfPicture = { readonly version: number; readonly settings: string }

/** No question about the picture is waiting or running. */
const isUnneeded = `NOT ${isAwaited('analyse-image', 'published.image_id', 'published.connection_id')}`

export type PublishedStore = ReturnType<typeof createPublishedStore>

/** Our record of objects in buckets, and of `data:` trials. Call its changes inside `journal.write`. */
export const createPublishedStore = (journal: Journal) => ({
  find: (
    connectionId: string,
    { id, version, settings }: FileOfPicture & { readonly id: string },
    place: BucketPlace,
  ): PublishedObject | undefined => {
    const row = journal.get(
      `SELECT * FROM published WHERE connection_id = ? AND image_id = ? AND version = ? AND settings = ? AND place = ?
       AND state <> 'removing'`,
      connectionId,
      id,
      version,
      settings,
      formatPlace(place),
    )
    return row && toObject(row)
  },
  /** Objects of the picture's other versions are no longer needed. */
  begin: (connectionId: string, object: Omit<PublishedObject, 'state'> & FileOfPicture): void => {
    journal.run(
      "UPDATE published SET state = 'removing' WHERE connection_id = ? AND image_id = ? AND version <> ?",
      connectionId,
      object.imageId,
      object.version,
    )
    journal.run(
      "INSERT INTO published (key, connection_id, image_id, version, settings, place, state, at) VALUES (?, ?, ?, ?, ?, ?, 'putting', ?)",
      object.key,
      connectionId,
      object.imageId,
      object.version,
      object.settings,
      formatPlace(object.place),
      Math.round(object.at),
    )
  },
  /** It is there as of `at`, unless it was marked for removal meanwhile. */
  setThere: (key: string, at: number): void => {
    journal.run("UPDATE published SET state = 'there', at = ? WHERE key = ? AND state <> 'removing'", Math.round(at), key)
  },
  drop: (key: string): void => {
    journal.run('DELETE FROM published WHERE key = ?', key)
  },
  isEmpty: (): boolean => journal.get('SELECT 1 FROM published LIMIT 1') === undefined,
  /** Steps along the index, as there may be a hundred thousand objects. */
  connectionIds: (): string[] => {
    const ids: string[] = []
    for (;;) {
      const next = journal.get('SELECT min(connection_id) AS id FROM published WHERE connection_id > ?', ids.at(-1) ?? '')?.id
      if (typeof next !== 'string') return ids
      ids.push(next)
    }
  },
  /** Marks unneeded objects: all except those of answered pictures at `keptPlace`, of which the newest is kept. */
  giveUp: (connectionId: string, keptPlace: BucketPlace | null): void => {
    journal.run(
      `UPDATE published SET state = 'removing' WHERE connection_id = ?1 AND state <> 'removing' AND (
         place <> ?2 OR EXISTS (
           SELECT 1 FROM published AS newer WHERE newer.connection_id = ?1 AND newer.image_id = published.image_id
           AND newer.place = ?2 AND newer.settings <> published.settings AND newer.state = 'there' AND newer.at > published.at
         )
       ) AND ${isUnneeded}`,
      connectionId,
      keptPlace === null ? '' : formatPlace(keptPlace),
    )
  },
  /** Marks all of a connection's objects, even for waiting questions: they are put there again when needed. */
  giveUpAll: (connectionId: string): void => {
    journal.run("UPDATE published SET state = 'removing' WHERE connection_id = ?", connectionId)
  },
  listGivenUp: (connectionId: string, limit: number): PublishedObject[] =>
    journal
      .all("SELECT * FROM published WHERE connection_id = ? AND state = 'removing' ORDER BY key LIMIT ?", connectionId, limit)
      .map(toObject),
  countGivenUp: (connectionId: string): number =>
    Number(journal.get("SELECT count(*) AS n FROM published WHERE connection_id = ? AND state = 'removing'", connectionId)?.n ?? 0),
  trial: (connectionId: string): DataTrial | null => {
    const row = journal.get('SELECT works, at, outcome FROM data_trials WHERE connection_id = ?', connectionId)
    return row ? { works: row.works === 1, at: Number(row.at), end: JSON.parse(String(row.outcome)) as DataTrial['end'] } : null
  },
  saveTrial: (connectionId: string, { works, at, end }: DataTrial): void => {
    journal.run(
      `INSERT INTO data_trials (connection_id, works, at, outcome) VALUES (?, ?, ?, ?)
       ON CONFLICT (connection_id) DO UPDATE SET works = excluded.works, at = excluded.at, outcome = excluded.outcome`,
      connectionId,
      works ? 1 : 0,
      Math.round(at),
      JSON.stringify(end),
    )
  },
})
