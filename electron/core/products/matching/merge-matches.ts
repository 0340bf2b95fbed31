import type { Journal } from '../../base/database/journal.ts'

/** Places 1, 2, 3 … for products whose pictures are in their order. */
export const renumberProducts = (journal: Journal, owner: string, keys: readonly string[]): void => {
  if (keys.length === 0) return
  journal.run(
    `UPDATE matches SET place = ranked.place FROM (
       SELECT image_id AS id, product_key AS key, row_number() OVER (PARTITION BY product_key ORDER BY place, image_id) AS place
       FROM matches WHERE connection_id = :owner AND product_key IN (SELECT value FROM json_each(:keys))
     ) AS ranked WHERE matches.connection_id = :owner AND matches.image_id = ranked.id AND matches.product_key = ranked.key
       AND matches.place <> ranked.place`,
    { owner, keys: JSON.stringify(keys) },
  )
}

/** Of these products, those with two pictures in one place get new places, in the order of the old ones. Called inside `journal.write`. */
export const separatePlaces = (journal: Journal, owner: string, keys: readonly string[]): void => {
  const shared = journal.all(
    `SELECT product_key AS key FROM json_each(?) AS wanted CROSS JOIN matches ON connection_id = ? AND product_key = wanted.value
     GROUP BY product_key HAVING count(*) > count(DISTINCT place)`,
    JSON.stringify([...new Set(keys)]),
    owner,
  )
  renumberProducts(
    journal,
    owner,
    shared.map(({ key }) => String(key)),
  )
}

/**
 * Moves all matches of one side to another, in the transaction that connects or disconnects. One of the two is `''`: what was decided without a
 * workspace, and so is newer. A person's decision counts before a rule's, then the newer one. In a product that both have, the workspace's pictures come
 * first, so that its main picture stays. Changes of two sides that meet can't be undone any more, since neither knows what the other did.
 */
export const mergeMatches = (journal: Journal, from: string, to: string): void => {
  const hasAny = (owner: string): boolean =>
    journal.get(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM matches WHERE connection_id = ?1)
         OR EXISTS (SELECT 1 FROM match_changes WHERE connection_id = ?1 AND state <> 'over')`,
      owner,
    ) !== undefined
  if (!hasAny(from)) return
  const sides = { newer: '', older: from === '' ? to : from }
  const meet = hasAny(to)
  const shared = meet
    ? journal
        .all(
          `SELECT DISTINCT product_key FROM matches WHERE connection_id = :newer AND product_key <> '' AND product_key IN (
             SELECT product_key FROM matches WHERE connection_id = :older)`,
          sides,
        )
        .map((row) => String(row.product_key))
    : []
  if (meet) {
    journal.run("UPDATE match_changes SET state = 'over' WHERE state = 'done' AND connection_id IN (:newer, :older)", sides)
    journal.run(
      `DELETE FROM matches WHERE connection_id = :newer
         AND image_id IN (SELECT image_id FROM matches WHERE connection_id = :older AND decided_by = 'person')
         AND image_id NOT IN (SELECT image_id FROM matches WHERE connection_id = :newer AND decided_by = 'person')`,
      sides,
    )
    journal.run(
      'DELETE FROM matches WHERE connection_id = :older AND image_id IN (SELECT image_id FROM matches WHERE connection_id = :newer)',
      sides,
    )
  }
  journal.run(
    `UPDATE matches SET place = place + there.last FROM (
       SELECT product_key AS key, max(place) AS last FROM matches WHERE connection_id = :older AND product_key IN (SELECT value FROM json_each(:shared))
       GROUP BY product_key
     ) AS there WHERE connection_id = :newer AND product_key = there.key`,
    { ...sides, shared: JSON.stringify(shared) },
  )
  journal.run('UPDATE matches SET connection_id = ? WHERE connection_id = ?', to, from)
  journal.run('UPDATE match_changes SET connection_id = ? WHERE connection_id = ?', to, from)
  journal.run('DELETE FROM match_keys WHERE connection_id IN (:newer, :older)', sides)
  renumberProducts(journal, to, shared)
}
