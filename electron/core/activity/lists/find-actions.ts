import { pictureOperations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import { containing, wordsOf } from '../../pictures/library/lists/find-by-text.ts'

/** A word that more pictures have in their names tells nothing; their work is found up to here, the newest first. */
export const mostPictures = 2_000

const ofProducts = `SELECT DISTINCT jobs.action FROM json_each(?1) AS wanted CROSS JOIN jobs ON jobs.operation IN ('attach-sources', 'set-text')
  AND jobs.subject > wanted.value || char(10) AND jobs.subject < wanted.value || char(11)`

/** Attaches know their pictures by position; other jobs about a picture begin their subject with its id. */
const ofPictures = `SELECT DISTINCT jobs.action FROM json_each(?1) AS wanted CROSS JOIN jobs
    ON jobs.operation IN (${pictureOperations.map((name) => `'${name}'`).join(', ')}) AND jobs.subject >= wanted.value AND jobs.subject < wanted.value || char(11)
  UNION SELECT jobs.action FROM json_each(?1) AS wanted CROSS JOIN attach_pictures ON attach_pictures.image_id = wanted.value
    CROSS JOIN jobs ON jobs.id = attach_pictures.job_id`

/** The newest pictures with this word in their name or folder, as a list in JSON; one more than count tells that there are more. */
const newestPictures = (condition: string): string => `SELECT json_group_array(id) AS ids FROM (
  SELECT id FROM images WHERE removed_at IS NULL AND ${condition} ORDER BY seq DESC LIMIT ${mostPictures + 1}
)`

export type FoundActions = { readonly actions: readonly number[]; readonly isCut: boolean }

/**
 * Actions that have all words of a text: each in their facts, in the name or id of a product, or in the name of a picture that they are about.
 * `null`: the text says nothing. `isCut`: a word is in the names of too many pictures.
 */
export const findActions = (journal: Journal, text: string): FoundActions | null => {
  const words = wordsOf(text)
  if (words.length === 0) return null
  let isCut = false
  const actionsWith = (word: string): ReadonlySet<number> => {
    const inPlace = containing('folded_place', word)
    const pictures = JSON.parse(String(journal.get(newestPictures(inPlace.sql), inPlace.value)?.ids)) as string[]
    isCut ||= pictures.length > mostPictures
    const inFacts = containing('folded_words', word)
    const products = journal.get('SELECT json_group_array(ref) AS refs FROM products WHERE instr(folded_words, ?) > 0', word)
    return new Set(
      [
        ...journal.all(`SELECT seq AS action FROM actions WHERE ${inFacts.sql}`, inFacts.value),
        ...journal.all(ofProducts, String(products?.refs)),
        ...journal.all(ofPictures, JSON.stringify(pictures.slice(0, mostPictures))),
      ].map(({ action }) => Number(action)),
    )
  }
  let found: readonly number[] | null = null
  for (const word of words) {
    const some = actionsWith(word)
    found = found === null ? [...some] : found.filter((one) => some.has(one))
    if (found.length === 0) break
  }
  return { actions: found ?? [], isCut }
}
