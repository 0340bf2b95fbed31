import type { SheetFilter, SheetView } from '../../../../../shared/answers/sheet.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { containing, wordsOf } from '../../../pictures/library/lists/find-by-text.ts'
import { readAboutEarlier } from './about-earlier-cells.ts'
import { type Column, cellBits } from './sheet-column.ts'
import { type SheetProducts, wordsOfProduct } from './sheet-products.ts'

/** Rows of tables that are read in one turn of the event loop. */
const pieceSize = 2_000

/** By column and a picture's `seq`: what is under way for the cell. */
type Pending = readonly Uint8Array[]
const pendingStates = { 'on-its-way': 1, parked: 2 } as const

/** Questions that wait, run or were set aside, of one workspace. */
const readPending = async (journal: Journal, connectionId: string | null, columns: readonly Column[]): Promise<Pending> => {
  const pending = columns.map(({ current }) => new Uint8Array(current.length))
  const places = new Map(columns.map(({ question }, at) => [question, at]))
  for (const state of ['parked', 'waiting', 'running'] as const) {
    let after: readonly [number, number] = [-1, -1]
    for (;;) {
      const rows = journal.all(
        `SELECT jobs.seq, updated_at, images.seq AS picture, substr(subject, instr(subject, char(10)) + 1) AS question
         FROM jobs INDEXED BY jobs_by_change LEFT JOIN images ON images.id = substr(subject, 1, instr(subject, char(10)) - 1)
         WHERE state = ? AND (updated_at, jobs.seq) > (?, ?) AND operation = 'analyse-image' AND connection_id IS ?
         ORDER BY updated_at, jobs.seq LIMIT ?`,
        state,
        ...after,
        connectionId,
        pieceSize,
      )
      for (const { picture, question } of rows) {
        const column = pending[places.get(String(question)) ?? -1]
        if (column && picture !== null) column[Number(picture)] = state === 'parked' ? pendingStates.parked : pendingStates['on-its-way']
      }
      const last = rows.at(-1)
      if (!last || rows.length < pieceSize) break
      after = [Number(last.updated_at), Number(last.seq)]
      await journal.nextTurn()
    }
  }
  return pending
}

const { value, unknown, approved, rejected, edited, fails } = cellBits

const conditions: Readonly<Record<Exclude<SheetFilter, 'earlier-file'>, (bits: number, isAnswered: boolean, pending: number) => boolean>> =
  {
    'not-asked': (bits, isAnswered, pending) => !isAnswered && bits === 0 && pending === 0,
    'no-answer': (bits, _isAnswered, pending) =>
      (bits & unknown) !== 0 || ((bits & value) === 0 && (pending === pendingStates.parked || (bits & edited) !== 0)),
    'on-its-way': (_bits, _isAnswered, pending) => pending === pendingStates['on-its-way'],
    'fails-check': (bits) => (bits & fails) !== 0,
    'not-approved': (bits) => (bits & value) !== 0 && (bits & approved) === 0,
    approved: (bits) => (bits & approved) !== 0,
    rejected: (bits) => (bits & rejected) !== 0,
    edited: (bits) => (bits & edited) !== 0,
  }

/** A condition on a picture, by its `seq`. */
export type Keeps = (picture: number) => boolean

/** Whether more counts for a filter than what is in the cells: what is under way, or which file the workspace has. */
export const dependsOnMoreThanCells = (only: readonly SheetFilter[]): boolean => needsPending(only) || only.includes('earlier-file')

const needsPending = (only: readonly SheetFilter[]): boolean =>
  only.some((one) => one === 'not-asked' || one === 'no-answer' || one === 'on-its-way')

const none: ReadonlySet<number> = new Set()

/** Pictures with a cell that is any of these. */
export const keepByCells = async (
  journal: Journal,
  connectionId: string | null,
  only: readonly SheetFilter[],
  columns: readonly Column[],
  findAboutEarlier: FindAboutEarlier | undefined,
): Promise<Keeps> => {
  const pending = needsPending(only) ? await readPending(journal, connectionId, columns) : []
  const isEarlierAsked = findAboutEarlier !== undefined && only.includes('earlier-file')
  const earlier = isEarlierAsked ? await readAboutEarlier(journal, connectionId, columns, findAboutEarlier) : none
  return (picture) =>
    columns.some(({ current, bits }, at) => {
      const answer = current[picture] ?? 0
      return only.some((one) =>
        one === 'earlier-file'
          ? answer > 0 && earlier.has(answer)
          : conditions[one](bits[picture] ?? 0, answer > 0, pending[at]?.[picture] ?? 0),
      )
    })
}

/** `words`: which of the words was found, as bits. */
type Hit = (found: readonly (readonly [picture: number, words: number])[]) => void

/** An expression that is the words' bits where a text has them. */
const bitsOf = (parts: readonly string[]): string => parts.map((sql, at) => `(${sql}) * ${1 << at}`).join(' + ')

/** Pictures with words in their place. */
const findInPlaces = async (journal: Journal, words: readonly string[], hit: Hit): Promise<void> => {
  const parts = words.map((word) => containing('folded_place', word))
  for (let after = 0; ; ) {
    const last = journal.get(
      `SELECT max(seq) AS last FROM (SELECT seq FROM images WHERE seq > ? ORDER BY seq LIMIT ${pieceSize})`,
      after,
    )?.last
    if (typeof last !== 'number') return
    const row = journal.get(
      `SELECT json_group_array(json_array(seq, words)) AS found FROM (
         SELECT seq, ${bitsOf(parts.map(({ sql }) => sql))} AS words FROM images WHERE seq > ? AND seq <= ?
       ) WHERE words > 0`,
      ...parts.map(({ value: wanted }) => wanted),
      after,
      last,
    )
    hit(JSON.parse(String(row?.found)) as [number, number][])
    after = last
    await journal.nextTurn()
  }
}

/** Answers that are looked through in one turn of the event loop by the index of all texts, where most have none of the words. */
const indexedAtOnce = 5_000
/** To look through an answer by that index takes a quarter of the time that one of a certain question takes. */
const indexGain = 4

/** By the index of all texts, which has those of other questions, too. A text begins with its question, so no word may be in one of these. */
const findByIndex = async (
  journal: Journal,
  owner: string,
  columns: readonly Column[],
  words: readonly string[],
  hit: Hit,
): Promise<void> => {
  const parts = words.map((word) => containing('folded_words', word))
  for (let after = 0; ; ) {
    const end = journal.get(
      `SELECT seq FROM answers INDEXED BY answers_by_search WHERE connection_id = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ${indexedAtOnce - 1}`,
      owner,
      after,
    )
    const last = end ? Number(end.seq) : Number.MAX_SAFE_INTEGER
    const row = journal.get(
      `SELECT json_group_array(json_array(picture_seq, seq, words)) AS found FROM (
         SELECT seq, picture_seq, ${bitsOf(parts.map(({ sql }) => sql))} AS words FROM answers INDEXED BY answers_by_search
         WHERE connection_id = ? AND seq > ? AND seq <= ?
       ) WHERE words > 0`,
      ...parts.map(({ value: wanted }) => wanted),
      owner,
      after,
      last,
    )
    const cells = JSON.parse(String(row?.found)) as [number, number, number][]
    hit(
      cells.flatMap(([picture, seq, found]) =>
        columns.some(({ current }) => current[picture] === seq) ? [[picture, found] as const] : [],
      ),
    )
    if (!end) return
    after = last
    await journal.nextTurn()
  }
}

/** The columns that are searched by the index of all texts; none if most of it is about other questions. */
const columnsByIndex = (journal: Journal, columns: readonly Column[], words: readonly string[]): readonly Column[] => {
  const found = columns.filter(({ question }) => {
    const folded = foldName(question)
    return !words.some((word) => folded.includes(word) || word.includes('\n'))
  })
  let cells = 0
  for (const { current } of found) for (const seq of current) if (seq > 0) cells += 1
  const answers = Number(journal.get('SELECT max(seq) AS last FROM answers')?.last ?? 0)
  return answers <= cells * indexGain ? found : []
}

/** Pictures with words in the text of a shown cell. */
const findInCells = async (journal: Journal, owner: string, all: readonly Column[], words: readonly string[], hit: Hit): Promise<void> => {
  const byIndex = columnsByIndex(journal, all, words)
  if (byIndex.length > 0) await findByIndex(journal, owner, byIndex, words, hit)
  const columns = all.filter((column) => !byIndex.includes(column))
  const parts = words.map((word) => containing('text', word))
  for (const { question, current } of columns)
    for (let after = 0; ; ) {
      const end = journal.get(
        `SELECT seq FROM answers WHERE connection_id = ? AND question = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ${pieceSize - 1}`,
        owner,
        question,
        after,
      )
      const last = end ? Number(end.seq) : Number.MAX_SAFE_INTEGER
      const row = journal.get(
        `SELECT json_group_array(json_array(images.seq, found.seq, words)) AS found FROM (
           SELECT seq, image_id, ${bitsOf(parts.map(({ sql }) => sql))} AS words FROM (
             SELECT seq, image_id, substr(folded_words, ?) AS text FROM answers
             WHERE connection_id = ? AND question = ? AND seq > ? AND seq <= ?
           )
         ) AS found CROSS JOIN images ON images.id = image_id WHERE words > 0`,
        ...parts.map(({ value: wanted }) => wanted),
        // As SQLite counts characters.
        [...foldName(question)].length + 2,
        owner,
        question,
        after,
        last,
      )
      const cells = JSON.parse(String(row?.found)) as [number, number, number][]
      hit(cells.flatMap(([picture, seq, found]) => (current[picture] === seq ? [[picture, found] as const] : [])))
      if (!end) break
      after = last
      await journal.nextTurn()
    }
}

/** Whether a row, by the `seq` of its picture (-1: none) and its product's place (-1: none), has each of the words. */
export type HasWords = (picture: number, product: number) => boolean

export const searchSheet = async (
  journal: Journal,
  owner: string,
  text: SheetView['text'],
  columns: readonly Column[],
  products: SheetProducts,
): Promise<HasWords> => {
  const words = wordsOf(text)
  const pictures = new Uint8Array(Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1)
  const hit: Hit = (found) => {
    for (const [seq, bits] of found) if (seq < pictures.length) pictures[seq] = (pictures[seq] ?? 0) | bits
  }
  await findInPlaces(journal, words, hit)
  await findInCells(journal, owner, columns, words, hit)
  const named = Uint8Array.from(products.list, ({ product }) => {
    const own = wordsOfProduct(product)
    return words.reduce((bits, word, at) => bits | (own.includes(word) ? 1 << at : 0), 0)
  })
  const all = 2 ** words.length - 1
  return (picture, product) => ((pictures[picture] ?? 0) | (named[product] ?? 0)) === all
}
