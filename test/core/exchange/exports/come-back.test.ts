import { describe, expect, it } from 'vitest'
import { cellDigest } from '../../../../electron/core/answers/sheet/cell-digest.ts'
import { type Comparison, compareCell } from '../../../../electron/core/exchange/exports/compare-cell.ts'
import { compareTable } from '../../../../electron/core/exchange/exports/compare-table.ts'
import { createCopyNames, findSharedPlaces } from '../../../../electron/core/exchange/exports/copy-name.ts'
import { readTable } from '../../../../electron/core/exchange/exports/read-table.ts'
import {
  formatRevisions,
  keyHeader,
  questionMark,
  readRevisions,
  revisionsHeader,
} from '../../../../electron/core/exchange/exports/revisions.ts'
import type { RawRow } from '../../../../electron/core/products/catalogue/reading/raw-rows.ts'
import type { CellReview, SheetCell } from '../../../../shared/answers/sheet.ts'
import { defuse } from '../../../../shared/base/spreadsheet-text.ts'

const question = 'What is on it?'
const other = 'Describe it.'
const mark = questionMark(question)
const cellOf = (text: string, review: CellReview = 'draft', asked = question): SheetCell => ({
  question: asked,
  jobId: 'job_1',
  kind: text === '' ? 'none' : 'answer',
  text,
  isEdited: false,
  review,
  reviewedBy: null,
  reviewedAt: null,
  digest: cellDigest(text, review),
  fails: [],
  work: null,
})
const revisionOf = (text: string | null, review: CellReview = 'draft') =>
  readRevisions(formatRevisions([{ question, header: 'Alt text', written: text === null ? null : { text, review } }]))?.get(mark)

/** Exported as `was`, in the file `file`, in Packshot now `now`. */
const compare = (
  was: string | null,
  file: string,
  now: string,
  reviews: readonly [CellReview, CellReview] = ['draft', 'draft'],
): Comparison => compareCell(file, revisionOf(was, reviews[0]), cellOf(now, reviews[1]))

describe('a cell that came back', () => {
  it.each([
    ['as it was', 'A mug', 'A mug', 'A mug', 'unchanged'],
    ['as it was, with Windows’ line ends', 'one\ntwo', 'one\r\ntwo', 'one\ntwo', 'unchanged'],
    ['as it was, while Packshot changed', 'A mug', 'A mug', 'A cup', 'unchanged'],
    ['as it was, a formula defused', '=1+1', defuse('=1+1'), '=1+1', 'unchanged'],
    ['as it was, what looks defused', "'=1", defuse("'=1"), "'=1", 'unchanged'],
    ['changed to what Packshot has, too', 'A mug', 'A cup', 'A cup', 'unchanged'],
    ['changed', 'A mug', 'A red mug', 'A mug', 'changed'],
    ['emptied', 'A mug', '', 'A mug', 'changed'],
    ['filled', '', 'A mug', '', 'changed'],
    ['changed here and there', 'A mug', 'A red mug', 'A blue mug', 'conflict'],
    ['left out of the export, and empty', null, '', 'A mug', 'unchanged'],
    ['left out of the export, and filled', null, 'A cup', 'A mug', 'conflict'],
    ['left out of the export, empty here, and filled', null, 'A cup', '', 'changed'],
  ] as const)('%s', (_, was, file, now, kind) => {
    expect(compare(was, file, now).kind).toBe(kind)
  })

  it.each([
    ['=1', "'=2", '=2'],
    ["'=a", "'=b", "'=b"],
    ["'=a", "''=b", "'=b"],
  ])('keeps an apostrophe that the export did not add: %s → %s', (before, after, text) => {
    expect(compare(before, after, before)).toEqual({ kind: 'changed', text })
  })

  it('is a conflict if somebody approved it meanwhile', () => {
    expect(compare('A mug', 'A cup', 'A mug', ['draft', 'approved'])).toMatchObject({ kind: 'conflict', why: 'approved-here' })
    expect(compare('A mug', 'A cup', 'A mug', ['approved', 'approved']).kind).toBe('changed')
  })

  it('is a conflict where the file does not say what it was', () => {
    expect(compareCell('A cup', undefined, cellOf('A mug'))).toMatchObject({ kind: 'conflict', why: 'no-revision' })
  })

  it.each([
    ['007', '7', 'number'],
    ['4006381333931', '4.00638E+12', 'number'],
    ['12345678901234567', '12345678901234500', 'number'],
    ['10%', '0.1', 'number'],
    ['True', 'WAHR', 'truth'],
    ['9:30', '09:30:00', 'date'],
    ['1-2', '02.01.2026', 'date'],
    ['May 5', '05-May', 'date'],
    ['3/4', '46085', 'date'],
    ['x'.repeat(40_000), 'x'.repeat(32_767), 'cut'],
    ['Große Tasse 日本 ☕', 'Große Tasse ?? ?', 'letters-lost'],
  ])('is shown as the spreadsheet’s own doing: %.20s → %.20s', (before, after, how) => {
    expect(compare(before, after, before)).toMatchObject({ kind: 'rewritten', how })
  })

  it.each([
    ['Biały kubek z żółtą łyżką', 'Bia³y kubek z ¿ó³t¹ ³y¿k¹'],
    ['Белая кружка', 'Áåëàÿ êðóæêà'],
    ['赤いマグ ok', '\u0090Ô‚¢ƒ}ƒO ok'],
  ])('whose letters were saved in a code page that the file does not name is kept as it is in Packshot: %s', (before, after) => {
    const read = (isGuessed: boolean) => compareCell(after, revisionOf(before), cellOf(before), { isGuessed }).kind
    expect([read(true), read(false)]).toEqual(['rewritten', 'changed'])
    expect(compareCell(`${after}!`, revisionOf(before), cellOf(before), { isGuessed: true }).kind).toBe('changed')
  })

  it.each([
    ['7 mugs', '8 mugs'],
    ['12', '13'],
    ['4006381333931', '4006381333932'],
    ['12:30', '12:31'],
    ['true', 'FALSE'],
    ['A mug', 'A mug?'],
    ['Große Tasse', 'Grosse Tasse'],
  ])('is a person’s change: %s → %s', (before, after) => {
    expect(compare(before, after, before).kind).toBe('changed')
  })
})

const idOf = (number: number): string => `img_${String(number).padStart(24, '0')}`
const known = new Map([
  [questionMark(question), { question, column: 'Alt text' }],
  [questionMark(other), { question: other, column: 'Details' }],
])
const texts = [
  ['A mug', 'It is red.'],
  ['A cup', 'It is blue.'],
  ['A plate', 'It is green.'],
] as const
const rowOf = (number: number): string[] => {
  const [alt, details] = texts[number]!
  const written = (asked: string, header: string, text: string) => ({
    question: asked,
    header,
    written: { text, review: 'draft' as const },
  })
  return [
    `${number}.jpg`,
    alt,
    details,
    idOf(number),
    formatRevisions([written(question, 'Alt text', alt), written(other, 'Details', details)]),
  ]
}
const exported = [['Picture', 'Alt text', 'Details', keyHeader, revisionsHeader], rowOf(0), rowOf(1), rowOf(2)]
const toRaw = (rows: readonly (readonly string[])[]): RawRow[] => rows.map((cells, at) => ({ row: at + 1, cells }))
const pause = async (): Promise<void> => {}

const readBack = (rows: readonly (readonly string[])[], chosen: Record<string, string | null> = {}) => readBackRaw(toRaw(rows), chosen)

const readBackRaw = async (rows: readonly RawRow[], chosen: Record<string, string | null> = {}, questions = known) => {
  const table = await readTable(rows, questions, new Map(Object.entries(chosen)), pause)
  if (!table) throw new Error('no table')
  const compared = await compareTable(table, {
    findPictures: (ids) => new Map(ids.filter((id) => id !== idOf(2)).map((id) => [id, id])),
    readCells: async (ids, questions) =>
      new Map(
        ids.map((id) => [
          id,
          questions.map((asked) => cellOf(texts[Number(id.slice(-2))]?.[asked === question ? 0 : 1] ?? '', 'draft', asked)),
        ]),
      ),
    pause,
  })
  return { table, ...compared }
}

describe('a table that came back', () => {
  it('is the same, apart from pictures that were removed', async () => {
    const { differences, unchanged, unknown } = await readBack(exported)
    expect(differences).toEqual([])
    expect(unchanged).toBe(4)
    expect(unknown).toEqual([{ row: 4, why: 'not-in-library' }])
  })

  it('may have its rows deleted and sorted, and its columns moved, renamed and added to', async () => {
    const edited = [
      ['My shop', '', '', '', '', ''],
      ['k', 'rev', 'Bild', 'Beschreibung', 'Notes', 'Alternativtext'],
      ...[1, 0].map((number) => {
        const [name, alt, details, key, revisions] = rowOf(number)
        return [key!, revisions!, name!, number === 0 ? 'It is dark red.' : details!, 'ok', alt!]
      }),
    ]
    const { table, differences, unchanged } = await readBack(edited)
    expect(table.questions.map((one) => one?.column ?? null)).toEqual([null, null, null, 'Details', null, 'Alt text'])
    expect(differences).toMatchObject([
      { kind: 'changed', row: 4, column: 'Details', text: 'It is dark red.', now: 'It is red.', imageId: idOf(0) },
    ])
    expect(unchanged).toBe(3)
  })

  it('says which column it can’t find, and takes a person’s word for it', async () => {
    const edited = [
      ['Picture', 'Neu', 'Details', keyHeader, revisionsHeader],
      ...[0, 1].map((number) => rowOf(number).with(1, `New ${number}`)),
    ]
    const first = await readBack(edited)
    expect(first.table.missing).toEqual([{ question, column: 'Alt text' }])
    expect(first.differences).toEqual([])
    const { table, differences } = await readBack(edited, { Neu: question })
    expect(table.missing).toEqual([])
    expect(differences.map(({ text }) => text)).toEqual(['New 0', 'New 1'])
  })

  it('says which columns it does not read: those of questions that no set has any more, and a second one of the same name', async () => {
    const gone = { question: 'Gone?', header: 'Mood', written: { text: 'Calm', review: 'draft' as const } }
    const rows = [0, 1].map((number) => {
      const [name, alt, details] = rowOf(number)
      const written = (asked: string, header: string, text: string) => ({
        question: asked,
        header,
        written: { text, review: 'draft' as const },
      })
      const revisions = formatRevisions([written(question, 'Alt text', alt!), written(other, 'Details', details!), gone])
      return [name!, alt!, 'Excited', 'edited', details!, idOf(number), revisions]
    })
    const edited = [['Picture', 'Alt text', 'Mood', 'alt  TEXT', 'Details', keyHeader, revisionsHeader], ...rows]
    const { table, differences } = await readBack(edited)
    expect(table).toMatchObject({ forgotten: ['Mood'], repeated: ['alt  TEXT'], missing: [] })
    expect(differences).toEqual([])
    // As advised: the same question is added to a set, and the file is imported again.
    const added = await readBackRaw(toRaw(edited), {}, new Map([...known, [questionMark('Gone?'), { question: 'Gone?', column: 'Gone' }]]))
    expect(added.table.forgotten).toEqual([])
    expect(added.differences.map(({ column, text }) => [column, text])).toEqual([
      ['Gone', 'Excited'],
      ['Gone', 'Excited'],
    ])
    const chosen = await readBack(
      edited.map((row, at) => (at === 0 ? row.with(3, 'Mood') : row)),
      { Mood: question },
    )
    expect(chosen.table.questions.map((one) => one?.column ?? null)).toEqual([null, null, 'Alt text', null, 'Details', null, null])
    expect(chosen.differences.map(({ text }) => text)).toEqual(['Excited', 'Excited'])
  })

  it('never takes a formula’s missing value or its error for a person’s text', async () => {
    const raw = toRaw([...exported.slice(0, 1), rowOf(0).with(1, '').with(2, '#NAME?'), rowOf(1).with(1, '#N/A')])
    const faults = [undefined, new Map([[1, 'without-value' as const]]), new Map([[1, 'failed' as const]])]
    const { differences } = await readBackRaw(raw.map((row, at) => ({ ...row, faults: faults[at] })))
    expect(differences.map(({ kind, row, column }) => [kind, row, column])).toEqual([
      ['rewritten', 2, 'Alt text'],
      ['rewritten', 2, 'Details'],
      ['rewritten', 3, 'Alt text'],
    ])
    expect(differences.every((one) => one.kind === 'rewritten' && one.how === 'formula')).toBe(true)
    expect(compare(null, '#REF!', '')).toMatchObject({ kind: 'rewritten', how: 'formula' })
  })

  it('sets texts aside that were sorted without their keys, the edited ones, too', async () => {
    const words = ['zebra', 'apple', 'mango', 'banana', 'cat']
    const rowWith = (number: number, text: string): string[] => {
      const written = { text: words[number]!, review: 'approved' as const }
      return [text, idOf(number), formatRevisions([{ question, header: 'Alt text', written }])]
    }
    const kindsOf = async (texts: readonly string[]) => {
      const table = await readTable(
        toRaw([['Alt text', keyHeader, revisionsHeader], ...texts.map((text, at) => rowWith(at, text))]),
        known,
        new Map(),
        pause,
      )
      const { differences } = await compareTable(table!, {
        findPictures: (ids) => new Map(ids.map((id) => [id, id])),
        readCells: async (ids) => new Map(ids.map((id) => [id, [cellOf(words[Number(id.slice(-2))]!, 'approved')]])),
        pause,
      })
      return differences.map((one) => (one.kind === 'rewritten' ? one.how : one.kind))
    }
    expect(await kindsOf(['apple', 'banana', 'cat', 'mango', 'zebra'])).toEqual(Array(5).fill('moved'))
    expect(await kindsOf(['apple', 'banana', 'cat', 'red mango', 'zebra'])).toEqual(Array(5).fill('moved'))
    expect(await kindsOf(['apple', 'zebra', 'mango', 'banana', 'cat'])).toEqual(['changed', 'changed'])
    expect(await kindsOf(['zebra', 'zebra', 'zebra', 'zebra', 'cat'])).toEqual(['changed', 'changed', 'changed'])
  })

  it('may have more rows than a call has arguments, and hashes no cell of a column that its header names', async () => {
    const many = Array.from({ length: 150_000 }, () => ['', '', ''])
    expect((await readTable(toRaw([...exported, ...many]), known, new Map(), pause))?.rows).toHaveLength(3)
    let pauses = 0
    const rows = Array.from({ length: 400 }, () => rowOf(0))
    const count = async (header: string): Promise<number> => {
      pauses = 0
      await readTable(toRaw([exported[0]!.with(1, header), ...rows]), known, new Map(), async () => void pauses++)
      return pauses
    }
    expect(await count('Alt text')).toBe(0)
    expect(await count('Renamed')).toBeGreaterThan(0)
  })

  it('counts only the first of rows that were copied, and no row without a key', async () => {
    const { differences, unknown } = await readBack([...exported.slice(0, 2), rowOf(0).with(1, 'Copied'), ['', 'New row', '', '', '']])
    expect(differences).toEqual([])
    expect(unknown).toEqual([
      { row: 3, why: 'repeated', of: 2 },
      { row: 4, why: 'no-key' },
    ])
  })

  it('is none without its key', async () => {
    expect(await readTable(toRaw(exported.map((cells) => cells.slice(0, 3))), known, new Map(), pause)).toBeNull()
  })
})

describe('names of copies', () => {
  const pictures = [
    ['/a/SKU-1', 'front.jpg'],
    ['/b/sku-1', 'Front.JPG'],
    [null, 'con.png'],
    [null, 'a/b:c?.jpg'],
    ['/x/..', '..'],
    [null, `${'日'.repeat(300)}.jpeg`],
  ].map(([folder, name], at) => ({
    imageId: `img_${String(at).padStart(8, '0')}${'f'.repeat(16)}`,
    folder: folder!,
    name: name!,
    isConverted: false,
  }))
  const namesOf = async (shown: typeof pictures): Promise<string[]> => {
    async function* library() {
      yield pictures
    }
    const nameCopy = createCopyNames(await findSharedPlaces(library()))
    return shown.map((one) => nameCopy(one, 'jpeg')).map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`))
  }

  it('end as what is sent of a picture, and tell it from one that has that name already', async () => {
    const named = [
      ['mug.tif', true],
      ['mug.jpg', false],
      ['cup.webp', true],
    ].map(([name, isConverted], at) => ({
      imageId: `img_0000000${at}${'f'.repeat(16)}`,
      folder: '/a/SKU-1',
      name: String(name),
      isConverted: isConverted === true,
    }))
    async function* library() {
      yield named
    }
    const nameCopy = createCopyNames(await findSharedPlaces(library()))
    const names = named.map((one) => nameCopy(one, one.name === 'cup.webp' ? 'png' : 'jpeg').name)
    expect(names).toEqual(['mug (00000000).jpg', 'mug (00000001).jpg', 'cup.png'])
  })

  it('are of the last folder and the picture, with digits of its id where two are alike, and safe on every system', async () => {
    const names = await namesOf(pictures)
    expect(names.slice(0, 4)).toEqual(['SKU-1/front (00000000).jpg', 'sku-1/Front (00000001).JPG', '_con.png', 'a_b_c_.jpg'])
    expect(names[4]).toMatch(/^\w+\/\w+$/)
    expect(Buffer.byteLength(names[5]!)).toBeLessThanOrEqual(200)
  })

  it('are the same whichever pictures are shown, and in whatever order', async () => {
    const names = await namesOf(pictures)
    expect(await namesOf(pictures.toReversed())).toEqual(names.toReversed())
    expect(await namesOf(pictures.slice(1, 2))).toEqual(names.slice(1, 2))
  })
})
