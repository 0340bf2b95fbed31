import type { SendingPlan, SendingSettings } from '../../../../../shared/service/sending-shapes.ts'
import type { Journal } from '../../../base/database/journal.ts'

type Asked = { readonly connectionId: string; readonly settings: Omit<SendingSettings, 'fixes'> }

/**
 * Counts the checked pictures that are not uploaded to a workspace yet, by the rules of `sendingChanges` (shared/service/sending.ts) with each picture’s fixes; a
 * test compares both.
 */
export const planSending = (
  { get }: Pick<Journal, 'get'>,
  { connectionId, settings: { longestEdge, largestBytes, background, personal } }: Asked,
): SendingPlan => {
  const row = get(
    `WITH facts AS (
       SELECT
         originals.format NOT IN ('png', 'jpeg') OR max(originals.width, originals.height) > ?2 OR originals.bytes > ?3
           OR ?4 AND originals.has_alpha OR EXISTS (SELECT 1 FROM picture_fixes WHERE original = originals.sha256) AS is_converted,
         CASE WHEN ?5 AND originals.reading IS NOT NULL THEN json_extract(originals.reading, '$.personal') END AS personal
       FROM images JOIN originals ON originals.picture = images.seq AND originals.version = images.version
       WHERE images.removed_at IS NULL AND images.checked = 1
         AND NOT EXISTS (SELECT 1 FROM sources WHERE connection_id = ?1 AND image_id = images.id AND gone = 0)
     )
     SELECT count(*) AS pictures, sum(is_converted) AS converted, sum(personal LIKE '%location%') AS location,
       sum(personal IS NOT NULL) AS personal, sum(NOT is_converted AND personal IS NULL) AS as_they_are
     FROM facts`,
    connectionId,
    longestEdge ?? Number.MAX_SAFE_INTEGER,
    largestBytes ?? Number.MAX_SAFE_INTEGER,
    background === null ? 0 : 1,
    personal === 'remove' ? 1 : 0,
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
