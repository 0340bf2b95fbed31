import { pictureOperations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import { containing, wordsOf } from '../../pictures/library/lists/find-by-text.ts'

/** Products, or pictures, whose jobs are looked up in one turn of the event loop. */
const atOnce = 200
/** Names are looked through in pieces of this many. */
const namesAtOnce = 20_000
/** A word that more pictures have in their names tells nothing; their work is found up to here, the newest first. */
export const mostPictures = 2_000

const listOf = (value: unknown): string[] => JSON.parse(String(value)) as string[]

type Hit = (actions: readonly number[]) => void

const inPieces = async (journal: Journal, ids: readonly string[], sql: string, hit: Hit): Promise<void> => {
  for (let at = 0; at < ids.length; at += atOnce) {
    hit(journal.all(sql, JSON.stringify(ids.slice(at, at + atOnce))).map((row) => Number(row.action)))
    await journal.nextTurn()
  }
}

const ofProducts = `SELECT DISTINCT jobs.action FROM json_each(?1) AS wanted CROSS JOIN jobs ON jobs.operation IN ('attach-sources', 'set-text')
  AND jobs.subject > wanted.value || char(10) AND jobs.subject < wanted.value || char(11)`

/** Attaches know their pictures by position; other jobs about a picture begin their subject with its id. */
const ofPictures = `SELECT DISTINCT jobs.action FROM json_each(?1) AS wanted CROSS JOIN jobs
    ON jobs.operation IN (${pictureOperations.map((name) => `'${name}'`).join(', ')}) AND jobs.subject >= wanted.value AND jobs.subject < wanted.value || char(11)
  UNION SELECT jobs.action FROM json_each(?1) AS wanted CROSS JOIN attach_pictures ON attach_pictures.image_id = wanted.value
    CROSS JOIN jobs ON jobs.id = attach_pictures.job_id`

/** The newest pictures with this word in their name or folder. */
const findPictures = async (journal: Journal, word: string): Promise<{ readonly ids: string[]; readonly isCut: boolean }> => {
  const { sql, value } = containing('folded_place', word)
  const ids: string[] = []
  for (let before = Number.MAX_SAFE_INTEGER; before > 1; ) {
    const first = Math.max(1, Math.min(before, Number(journal.get('SELECT max(seq) + 1 AS last FROM images')?.last ?? 1)) - namesAtOnce)
    const row = journal.get(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT id FROM images WHERE seq >= ? AND seq < ? AND removed_at IS NULL AND ${sql} ORDER BY seq DESC LIMIT ?
       )`,
      first,
      before,
      value,
      mostPictures + 1 - ids.length,
    )
    ids.push(...listOf(row?.ids))
    if (ids.length > mostPictures) return { ids: ids.slice(0, mostPictures), isCut: true }
    before = first
    await journal.nextTurn()
  }
  return { ids, isCut: false }
}

export type FoundActions = { readonly actions: readonly number[]; readonly isCut: boolean }

/**
 * Actions that have all words of a text: each in their facts, in the name or id of a product, or in the name of a picture that they are about.
 * `null`: the text says nothing. `isCut`: a word is in the names of too many pictures.
 */
export const findActions = async (journal: Journal, text: string): Promise<FoundActions | null> => {
  const words = wordsOf(text)
  if (words.length === 0) return null
  let found: ReadonlySet<number> | undefined
  let isCut = false
  for (const word of words) {
    const some = new Set<number>()
    const hit: Hit = (actions) => {
      for (const action of actions) if (found === undefined || found.has(action)) some.add(action)
    }
    const { sql, value } = containing('folded_words', word)
    hit(journal.all(`SELECT seq AS action FROM actions WHERE ${sql}`, value).map((row) => Number(row.action)))
    const products = journal.get('SELECT json_group_array(ref) AS refs FROM products WHERE instr(folded_words, ?) > 0', word)
    await inPieces(journal, listOf(products?.refs), ofProducts, hit)
    const pictures = await findPictures(journal, word)
    isCut ||= pictures.isCut
    await inPieces(journal, pictures.ids, ofPictures, hit)
    found = some
    if (some.size === 0) break
  }
  return { actions: [...(found ?? [])], isCut }
}
