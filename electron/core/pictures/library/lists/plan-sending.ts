import type { SendingPlan, SendingSettings } from '../../../../../shared/service/sending-shapes.ts'
import type { Journal } from '../../../base/database/journal.ts'

/** Places of pictures (`images.seq`) that are looked at in one turn of the event loop. */
const pieceSize = 1_000

/**
 * Counts the checked pictures that are not uploaded to a workspace yet, by the rules of `sendingChanges` (shared/service/sending.ts) with each picture’s fixes; a
 * test compares both.
 */
export const planSending = async (
  journal: Pick<Journal, 'get' | 'nextTurn'>,
  connectionId: string,
  settings: Omit<SendingSettings, 'fixes'>,
): Promise<SendingPlan> => {
  const last = Number(journal.get('SELECT max(seq) AS seq FROM images')?.seq ?? 0)
  const plan = { pictures: 0, converted: 0, location: 0, personal: 0, asTheyAre: 0 }
  for (let after = -1; after < last; after += pieceSize) {
    if (after >= 0) await journal.nextTurn()
    const piece = planPiece(journal, connectionId, settings, after)
    for (const name of Object.keys(plan) as (keyof SendingPlan)[]) plan[name] += piece[name]
  }
  return plan
}

/** The same of the pictures after this place. */
const planPiece = (
  journal: Pick<Journal, 'get'>,
  connectionId: string,
  { longestEdge, largestBytes, background, personal }: Omit<SendingSettings, 'fixes'>,
  after: number,
): SendingPlan => {
  const removes = personal === 'remove' ? 1 : 0
  const row = journal.get(
    `WITH facts AS (
       SELECT
         originals.format NOT IN ('png', 'jpeg') OR max(originals.width, originals.height) > ?2 OR originals.bytes > ?3
           OR ?4 AND originals.has_alpha OR EXISTS (SELECT 1 FROM picture_fixes WHERE original = originals.sha256) AS is_converted,
         CASE WHEN ?5 AND originals.reading IS NOT NULL THEN json_extract(originals.reading, '$.personal') END AS personal
       FROM images JOIN originals ON originals.picture = images.seq AND originals.version = images.version
       WHERE images.seq > ?6 AND images.seq <= ?7 AND images.removed_at IS NULL AND images.checked = 1
         AND NOT EXISTS (SELECT 1 FROM sources WHERE connection_id = ?1 AND image_id = images.id AND gone = 0)
     )
     SELECT count(*) AS pictures, sum(is_converted) AS converted, sum(personal LIKE '%location%') AS location,
       sum(personal IS NOT NULL) AS personal, sum(NOT is_converted AND personal IS NULL) AS as_they_are
     FROM facts`,
    connectionId,
    longestEdge ?? Number.MAX_SAFE_INTEGER,
    largestBytes ?? Number.MAX_SAFE_INTEGER,
    background === null ? 0 : 1,
    removes,
    after,
    after + pieceSize,
  )
  const count = (name: string): number => Number(row?.[name] ?? 0)
  return {
    pictures: count('pictures'),
    converted: count('converted'),
    location: count('location'),
    personal: count('personal'),
    asTheyAre: count('as_they_are'),
  }
}
