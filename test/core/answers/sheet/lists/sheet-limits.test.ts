import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, expect, it } from 'vitest'
import { askedQuestions, sheetView } from '../../../../../shared/answers/sheet.ts'
import { usualLayout } from '../../../../../shared/exchange/export-presets.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()
const path = join(tmpdir(), `packshot-limits-${process.pid}.csv`)
afterEach(() => rmSync(path, { force: true }))

const question = 'Describe it'
const view = sheetView.parse({ setId: askedQuestions })
const exported = async (): Promise<string | undefined> => {
  const layout = {
    ...usualLayout('pictures', [{ question, column: 'Alt text', checks: [] }]),
    form: { kind: 'csv', separator: ',', bom: true, flat: false } as const,
  }
  await client().exports.write({ view, which: 'all', layout, to: { kind: 'path', path } })
  return (parse(readFileSync(path), { bom: true, columns: true }) as Record<string, string>[])[0]?.['Alt text']
}

it('shows, finds, approves and exports an answer of 100,000 characters, and asks a person for a shorter one', async () => {
  const long = `${'a '.repeat(49_990)}the very end.......`
  await library.add(['Mug.png'])
  await library.connect()
  library.service().answer = (request) => (request.path === '/v1/image/analysis' ? { status: 200, body: { analysis: long } } : undefined)
  await library.start()
  await library.ask(['Mug.png'], question)
  await library.settled()
  const [row] = (await client().sheet.page({ view: { ...view, text: 'very end' }, offset: 0, limit: 10 })).rows
  expect(row?.cells[0]?.text).toBe(long)
  const imageId = row?.imageId ?? ''
  const edit = { cells: [{ imageId, question, text: `${long}!`, seen: null }], kind: 'typed' as const }
  expect(await client().sheet.edit(edit)).toMatchObject({ changed: 0, change: null, kept: [{ imageId, question, why: 'too-long' }] })
  expect(await client().sheet.review({ what: { kind: 'cells', cells: [{ imageId, question }] }, review: 'approved' })).toMatchObject({
    changed: 1,
  })
  expect(await exported()).toBe(long)
})

it('keeps right-to-left, combining and joined letters as they were typed, and finds and sorts by them', async () => {
  const texts = ['בקבוק זכוכית — 500 מ״ל', 'Cafe\u0301 cre\u0300me', 'ভারত 👩‍👩‍👧 ﷽', '\u202bمرحبا\u202c']
  await library.add(texts.map((_, at) => `${at}.png`))
  const { images } = await client().sheet.keys({ view, offset: 0, limit: 10 })
  await client().sheet.edit({
    cells: images.map((imageId, at) => ({ imageId: imageId ?? '', question, text: texts[at] ?? '', seen: null })),
    kind: 'pasted',
  })
  const textsOf = async (more: object): Promise<(string | undefined)[]> =>
    (await client().sheet.page({ view: { ...view, ...more }, offset: 0, limit: 10 })).rows.map(({ cells }) => cells[0]?.text)
  expect(await textsOf({})).toEqual(texts)
  expect(await textsOf({ text: 'זכוכית' })).toEqual([texts[0]])
  expect(await textsOf({ text: 'café' })).toEqual([texts[1]])
  expect((await textsOf({ sort: { by: question, descending: false } })).toSorted()).toEqual(texts.toSorted())
  expect(await exported()).toBe(texts[0])
})

it('has a column for each of 200 questions', async () => {
  await library.add(['Mug.png', 'Shirt.png'])
  const questions = Array.from({ length: 200 }, (_, at) => ({ question: `Question ${at}?`, column: `${at}`, checks: [] }))
  const { id } = await client().questionSets.save({ name: 'Many', questions, runsOnDrop: false })
  const wide = sheetView.parse({ setId: id })
  const { images } = await client().sheet.keys({ view: wide, offset: 0, limit: 10 })
  const cells = images.flatMap((imageId) =>
    questions.map((one) => ({ imageId: imageId ?? '', question: one.question, text: one.column, seen: null })),
  )
  expect(await client().sheet.edit({ cells, kind: 'pasted' })).toMatchObject({ changed: 400, kept: [] })
  const { rows } = await client().sheet.page({ view: wide, offset: 0, limit: 10 })
  expect(rows.map((row) => row.cells.map(({ text }) => text))).toEqual([0, 1].map(() => questions.map(({ column }) => column)))
  expect(await client().sheet.counts({ view: wide })).toEqual({ total: 2, cells: 400, approved: 0, failing: 0, empty: 0 })
})
