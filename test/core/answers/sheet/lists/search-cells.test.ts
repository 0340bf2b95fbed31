import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createCellChanges } from '../../../../../electron/core/answers/sheet/cell-changes.ts'
import { searchSheet } from '../../../../../electron/core/answers/sheet/lists/filter-sheet.ts'
import { createKeptColumns } from '../../../../../electron/core/answers/sheet/lists/kept-columns.ts'
import { createSheetStore } from '../../../../../electron/core/answers/sheet/sheet-store.ts'
import { foldName } from '../../../../../electron/core/base/database/fold-name.ts'
import { createJournal, type Journal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createRandom } from '../../../../fixtures/random.ts'
import { seed } from '../../../../support/seed.ts'

const questions = ['What color?', 'Is it glass?', '🎨 Which paint?']
const texts = ['', 'Red glass', 'Crème, a color', 'What? 100% [new] glass*', 'it', 'Which crème paint', 'x']
const pictures = Array.from({ length: 12 }, (_, at) => `img_${at}`)
const none = { list: [], of: new Int32Array(pictures.length + 1).fill(-1) }

/** A workspace whose cells have random texts, and another one; `others`: answers to questions that the sheet doesn't show. */
const prepare = async (others: number) => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const changes = createCellChanges(journal)
  const statements: string[] = []
  const watched: Journal = {
    ...journal,
    get: (sql, ...values) => {
      statements.push(sql)
      return journal.get(sql, ...values)
    },
  }
  journal.write(() => {
    for (const id of pictures)
      journal.run(
        `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height) VALUES (?1, 'no', '{}', 1, 'png', 1, 1, 1)`,
        id,
      )
  })
  const sheet = createSheetStore({ journal, images: { isPresent: () => true }, changes })
  const random = createRandom(seed)
  const shown = new Map<string, string>()
  const edit = (owner: string, imageId: string, question: string, text: string) =>
    sheet.edit(() => owner, [{ imageId, question, text, seen: null }], 'typed', { at: 1, by: 'kim' })
  // Twice, so that there are earlier texts.
  for (const owner of ['a', 'b'])
    for (const imageId of [...pictures, ...pictures])
      for (const question of questions) {
        const text = texts[Math.floor(random() * texts.length)] ?? ''
        await edit(owner, imageId, question, text)
        if (owner === 'a') shown.set(`${imageId}\n${question}`, text)
      }
  for (let at = 0; at < others; at++) await edit('a', pictures[at % pictures.length] ?? '', `Other ${at}?`, 'Red glass, a color')
  const columns = await createKeptColumns(journal, changes).find(
    'a',
    questions.map((question) => ({ question, column: question, checks: [] })),
    '',
  )
  /** Pictures whose shown texts have every word, and whether all texts were looked through by their index. */
  const search = async (text: string) => {
    statements.length = 0
    const hasWords = await searchSheet(watched, 'a', text, columns, none)
    return {
      found: pictures.filter((_, at) => hasWords(at + 1, -1)),
      isByIndex: statements.some((sql) => sql.includes('answers_by_search')),
    }
  }
  const expected = (words: readonly string[]) =>
    pictures.filter((id) =>
      words.every((word) => questions.some((question) => foldName(shown.get(`${id}\n${question}`) ?? '').includes(word))),
    )
  return { search, expected }
}

const searches: readonly (readonly [text: string, words: readonly string[]])[] = [
  ['GLASS', ['glass']],
  ['creme', ['creme']],
  ['red crème', ['red', 'creme']],
  ['color', ['color']],
  ['what', ['what']],
  ['100% [new]', ['100%', '[new]']],
  ['glass*', ['glass*']],
  ['w', ['w']],
  ['nowhere', ['nowhere']],
  ['1 2 3 4 5 6 7 8 9', ['1 2 3 4 5 6 7 8 9']],
]

it('finds the words of shown texts, not those of questions, of earlier texts or of another workspace', async () => {
  for (const others of [0, 200]) {
    const { search, expected } = await prepare(others)
    for (const [text, words] of searches) expect((await search(text)).found, text).toEqual(expected(words))
  }
})

it('looks through all texts at once, unless most are about other questions, or a word is in all questions', async () => {
  const few = await prepare(0)
  expect((await few.search('red')).isByIndex).toBe(true)
  expect((await few.search('a')).isByIndex).toBe(false)
  const many = await prepare(200)
  expect((await many.search('red')).isByIndex).toBe(false)
})
