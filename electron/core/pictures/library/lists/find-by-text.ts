import { foldName } from '../../../base/database/fold-name.ts'
import type { Value } from '../../../base/database/journal.ts'

/** More words than these are one phrase: each is looked for on its own. */
const mostWords = 8

/** The words of a search, as names and texts are folded, the longest first; a picture has to have all of them. */
export const wordsOf = (text: string): readonly string[] => {
  const folded = foldName(text.trim())
  const words = [...new Set(folded.split(/\s+/))].filter((word) => word !== '')
  return words.length > mostWords ? [folded] : words.sort((a, b) => b.length - a.length)
}

/** SQLite refuses longer patterns. */
const longestPattern = 10_000

/** Whether a column has a word in it. GLOB takes two thirds of the time of `instr`, but knows special characters. */
export const containing = (column: string, word: string): { readonly sql: string; readonly value: string } =>
  word.length > longestPattern
    ? { sql: `instr(${column}, ?) > 0`, value: word }
    : { sql: `${column} GLOB ?`, value: `*${word.replace(/[*?[]/g, '[$&]')}*` }

/** SQL, and the values in it. */
export type Condition = { readonly sql: string; readonly values: readonly Value[] }

/** Nearly every text has any of these in it, so they are looked for in names only. */
const isInEveryText = (word: string): boolean => /^[a-z0-9]$/.test(word)

/**
 * The pictures (`seq`, some more than once) with this word in their place, in the name or id of one of their products, in a question or its answer. Earlier
 * answers count too: the details show them. Names and answers are read from an index each.
 * @param connectionKey the workspace whose products and answers count; `''`: all
 */
export const picturesWithWord = (word: string, connectionKey: string): Condition => {
  const of = (table: string): Condition =>
    connectionKey === '' ? { sql: 'true', values: [] } : { sql: `${table}.connection_id = ?`, values: [connectionKey] }
  const inPlace = containing('folded_place', word)
  const inProduct = containing('products.folded_words', word)
  const inAnswer = containing('answers.folded_words', word)
  const [ofProducts, ofAnswers] = [of('products'), of('answers')]
  const answers = `UNION ALL SELECT answers.picture_seq FROM answers INDEXED BY answers_by_search
    WHERE ${ofAnswers.sql} AND ${inAnswer.sql} AND answers.picture_seq IS NOT NULL`
  return {
    sql: `SELECT seq FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND ${inPlace.sql}
      UNION ALL SELECT shown.seq FROM products
        CROSS JOIN attached_sources AS attached ON attached.product_ref = products.ref
        CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = attached.source_id AND sources.gone = 0
        CROSS JOIN images AS shown ON shown.id = sources.image_id
        WHERE ${ofProducts.sql} AND ${inProduct.sql}
      ${isInEveryText(word) ? '' : answers}`,
    values: [inPlace.value, ...ofProducts.values, inProduct.value, ...(isInEveryText(word) ? [] : [...ofAnswers.values, inAnswer.value])],
  }
}
