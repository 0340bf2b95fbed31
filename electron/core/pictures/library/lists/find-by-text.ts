import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'

/** Answers looked through in one turn of the event loop, and products whose pictures are read in one. */
const answersAtOnce = 20_000
const productsAtOnce = 200

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

/** Whether a column has a word in it, with what to compare it to. GLOB takes two thirds of the time of `instr`, but knows special characters. */
export const containing = (column: string, word: string): { readonly sql: string; readonly value: string } =>
  word.length > longestPattern
    ? { sql: `instr(${column}, ?) > 0`, value: word }
    : { sql: `${column} GLOB ?`, value: `*${word.replace(/[*?[]/g, '[$&]')}*` }

type Hit = (seqs: readonly number[]) => void
type Ports = {
  readonly journal: Journal
  /** The workspaces whose products and answers count. */
  readonly connectionIds: readonly string[]
}

const listOf = (value: unknown): number[] => JSON.parse(String(value)) as number[]

/** Pictures of the products with this word in name or id. */
const findByProduct = async ({ journal, connectionIds }: Ports, word: string, hit: Hit): Promise<void> => {
  for (const connectionId of connectionIds) {
    const found = journal.get(
      'SELECT json_group_array(ref) AS refs FROM products WHERE connection_id = ? AND instr(folded_words, ?) > 0',
      connectionId,
      word,
    )
    const refs = JSON.parse(String(found?.refs)) as string[]
    for (let at = 0; at < refs.length; at += productsAtOnce) {
      const row = journal.get(
        `SELECT json_group_array(images.seq) AS seqs FROM json_each(?1) AS wanted
         CROSS JOIN attached_sources AS attached ON attached.product_ref = wanted.value
         CROSS JOIN sources ON sources.connection_id = ?2 AND sources.source_id = attached.source_id AND sources.gone = 0
         CROSS JOIN images ON images.id = sources.image_id`,
        JSON.stringify(refs.slice(at, at + productsAtOnce)),
        connectionId,
      )
      hit(listOf(row?.seqs))
      await journal.nextTurn()
    }
  }
}

/** Pictures with this word in a question or its answer. Earlier answers count too: the details show them. */
const findByAnswer = async ({ journal, connectionIds }: Ports, word: string, hit: Hit): Promise<void> => {
  const { sql, value } = containing('folded_words', word)
  for (const connectionId of connectionIds)
    for (let after = 0; ; ) {
      const end = journal.get(
        `SELECT seq FROM answers INDEXED BY answers_by_search WHERE connection_id = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ${answersAtOnce - 1}`,
        connectionId,
        after,
      )
      const last = end ? Number(end.seq) : Number.MAX_SAFE_INTEGER
      const row = journal.get(
        `SELECT json_group_array(images.seq) AS seqs FROM answers INDEXED BY answers_by_search CROSS JOIN images ON images.id = image_id
         WHERE answers.connection_id = ? AND answers.seq > ? AND answers.seq <= ? AND ${sql}`,
        connectionId,
        after,
        last,
        value,
      )
      hit(listOf(row?.seqs))
      if (!end) break
      after = last
      await journal.nextTurn()
    }
}

/** Nearly every text has any of these in it, so they are looked for in names only. */
const isInEveryText = (word: string): boolean => /^[a-z0-9]$/.test(word)

/** Pictures with this word in a product's name or id, a question or an answer; some more than once. */
export const findByWord = async (ports: Ports, word: string, hit: Hit): Promise<void> => {
  await findByProduct(ports, word, hit)
  if (!isInEveryText(word)) await findByAnswer(ports, word, hit)
}

/** Those of a few pictures, by `seq`, that have this word anywhere. */
export const findAmong = ({ journal, connectionIds }: Ports, word: string, few: readonly number[]): number[] => {
  const row = journal.get(
    `SELECT json_group_array(images.seq) AS seqs FROM json_each(?1) AS wanted CROSS JOIN images ON images.seq = wanted.value
     WHERE instr(folded_place, ?2) > 0
       OR ?4 AND EXISTS (
         SELECT 1 FROM answers
         WHERE image_id = images.id AND connection_id IN (SELECT value FROM json_each(?3)) AND instr(folded_words, ?2) > 0
       )
       OR EXISTS (
         SELECT 1 FROM json_each(?3) AS connection
         CROSS JOIN sources ON sources.connection_id = connection.value AND sources.image_id = images.id AND sources.gone = 0
         CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
         CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = connection.value
         WHERE instr(products.folded_words, ?2) > 0
       )`,
    JSON.stringify(few),
    word,
    JSON.stringify(connectionIds),
    isInEveryText(word) ? 0 : 1,
  )
  return listOf(row?.seqs)
}
