import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewFile } from '../../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createPartSweeper, writeAtomically } from '../../../../electron/core/exchange/exports/files/write-atomically.ts'
import { type TableRows, writeSeparated } from '../../../../electron/core/exchange/exports/files/write-separated.ts'
import { writeWorkbook } from '../../../../electron/core/exchange/exports/files/write-workbook.ts'
import { readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import { readTableFile } from '../../../../electron/core/products/catalogue/read-sent-table.ts'
import { readSeparated } from '../../../../electron/core/products/catalogue/reading/read-separated.ts'
import { readWorkbook } from '../../../../electron/core/products/catalogue/reading/read-workbook.ts'
import { defuse, restoreText } from '../../../../shared/base/spreadsheet-text.ts'

const utf8 = { kind: 'text', encoding: 'utf-8', isGuessed: false, others: [] } as const

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-out-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const { files, ids } = systemPlatform
const rows = [
  ['picture', 'alt text'],
  ['a.jpg', 'one, "two"\nthree; four\tfive'],
  ['007', '=HYPERLINK("x")'],
  ["'=kept", '００１ 日本 🍓 مرحبا'],
  ['', ' spaces '],
]
async function* inPieces(): TableRows {
  yield rows.slice(0, 2)
  yield rows.slice(2)
}
const gather = async <T>(pieces: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const piece of pieces) found.push(piece)
  return found
}
const all = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => Buffer.concat(await gather(pieces))
const cellsOf = async (list: Awaited<ReturnType<typeof readWorkbook>>): Promise<string[][]> => {
  const found = (await gather(list.rows)).flat().map(({ cells }) => [...cells])
  list.close()
  return found
}

describe('a table as text', () => {
  it.each([
    [{ separator: ',', bom: true, flat: false }],
    [{ separator: ';', bom: false, flat: false }],
    [{ separator: '\t', bom: false, flat: false }],
  ] as const)('is read again as it was, formulas defused: %j', async (form) => {
    const bytes = await all(writeSeparated(inPieces(), form))
    expect(bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(form.bom)
    writeFileSync(join(folder, 'a.csv'), bytes)
    const read = await cellsOf(await readSeparated(join(folder, 'a.csv'), utf8))
    expect(read).toEqual(rows.map((cells) => cells.map(defuse)))
    expect(read.map((cells) => cells.map(restoreText))).toEqual(rows)
    expect(read.flat().some((cell) => /^[=+\-@]/.test(cell))).toBe(false)
  })

  it('has no line breaks or tabs in a cell for readers that know no quotes', async () => {
    const text = String(await all(writeSeparated(inPieces(), { separator: '\t', bom: false, flat: true })))
    expect(text.split('\r\n')[1]).toBe('a.jpg\t"one, ""two"" three; four five"')
  })
})

describe('a table as a workbook', () => {
  it('is read again letter by letter; every cell is text, none a formula', async () => {
    const bytes = await all(
      writeWorkbook(inPieces(), 'Alt/texts: spring', [
        { width: 20, isHidden: false },
        { width: 60, isHidden: true },
      ]),
    )
    writeFileSync(join(folder, 'a.xlsx'), bytes)
    expect(await cellsOf(await readWorkbook(join(folder, 'a.xlsx'), 'a.xlsx'))).toEqual(rows.map((cells) => cells))
  })

  it('keeps what XML can’t hold, and what looks like an escape of it', async () => {
    const odd = [['a'], ['one\r\ntwo\u0001_x0041_\u000b<&>']]
    async function* one(): TableRows {
      yield odd
    }
    writeFileSync(join(folder, 'a.xlsx'), await all(writeWorkbook(one(), '', [{ width: 20, isHidden: false }])))
    expect(await cellsOf(await readWorkbook(join(folder, 'a.xlsx'), 'a.xlsx'))).toEqual(odd)
  })

  it.each([
    ["'Bob's'", '’Bob’s’'],
    ['History', 'History texts'],
    ['a'.repeat(40), 'a'.repeat(31)],
    ['[?]', 'Sheet'],
  ])('has a name that spreadsheets take: %s', async (wanted, name) => {
    writeFileSync(join(folder, 'a.xlsx'), await all(writeWorkbook(inPieces(), wanted, [{ width: 20, isHidden: false }])))
    const list = await readWorkbook(join(folder, 'a.xlsx'), 'a.xlsx')
    list.close()
    expect(list.form).toMatchObject({ sheet: name })
  })

  it('passes on what goes wrong with its rows', async () => {
    async function* broken(): TableRows {
      yield [['a']]
      throw new Error('gone')
    }
    await expect(all(writeWorkbook(broken(), 'a', [{ width: 1, isHidden: false }]))).rejects.toThrow('gone')
  })
})

describe('the largest table', () => {
  const path = (name: string) => join(folder, name)
  const readBack = async (name: string) => (await readTableFile({ readList }, path(name), name)).map(({ cells }) => cells)
  async function* oneRow(cells: readonly string[]): TableRows {
    yield [cells]
  }

  it('is read again: a row of long answers, and as many columns as can be chosen with Packshot’s two', async () => {
    const long = Array.from({ length: 12 }, (_, at) => String(at % 10).repeat(100_000))
    writeFileSync(path('a.csv'), await all(writeSeparated(oneRow(long), { separator: ',', bom: true, flat: false })))
    expect(await readBack('a.csv')).toEqual([long])
    const wide = Array.from({ length: 502 }, (_, at) => `column ${at}`)
    const columns = wide.map(() => ({ width: 20, isHidden: false }))
    writeFileSync(path('a.xlsx'), await all(writeWorkbook(oneRow(wide), 'a', columns)))
    expect(await readBack('a.xlsx')).toEqual([wide])
    // A list of products keeps its own limits.
    const asList = readList({ path: path('a.csv'), name: 'a.csv', columns: null })
    await expect(gather(asList)).rejects.toThrow('larger than')
  })

  it('says that its letters are read in a guessed code page', async () => {
    writeFileSync(path('a.csv'), Buffer.from('Bia\xb3y\r\n', 'latin1'))
    expect(await readTableFile({ readList }, path('a.csv'), 'a.csv')).toEqual([{ row: 1, cells: ['Biały'], isGuessed: true }])
  })
})

describe('writing a file', () => {
  const path = () => join(folder, 'texts.csv')

  it('replaces an earlier one with all of the new one, and sweeps up what a killed export left', async () => {
    writeFileSync(path(), 'earlier')
    await writeAtomically(
      {
        files: { ...files, rename: () => Promise.reject(Object.assign(new Error('killed'), { code: 'EIO' })), remove: async () => {} },
        ids,
      },
      path(),
      [Buffer.from('half')],
    ).catch(() => {})
    writeFileSync(join(folder, '.packshot-other.part'), 'of another file')
    expect(readdirSync(folder)).toHaveLength(3)
    await writeAtomically({ files, ids }, path(), [Buffer.from('new '), Buffer.from('file')])
    expect(readFileSync(path(), 'utf8')).toBe('new file')
    expect(readdirSync(folder).toSorted()).toEqual(['.packshot-other.part', 'texts.csv'])
  })

  it.each([
    ['ENOSPC', 'There is no room on the disk for “texts.csv”. An earlier file of that name is unchanged.'],
    ['EACCES', 'Another program may have it open'],
  ])('leaves the earlier one and nothing else when the disk says %s', async (code, words) => {
    writeFileSync(path(), 'earlier')
    const full = async (name: string): Promise<NewFile> => {
      const file = await files.create(name)
      return { ...file, write: () => Promise.reject(Object.assign(new Error(code), { code })) }
    }
    await expect(writeAtomically({ files: { ...files, create: full }, ids }, path(), [Buffer.from('x')])).rejects.toThrow(words)
    expect(readFileSync(path(), 'utf8')).toBe('earlier')
    expect(readdirSync(folder)).toEqual(['texts.csv'])
  })

  it('says that the new one is there, where only its name can’t be flushed', async () => {
    writeFileSync(path(), 'earlier')
    const flushFolder = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    const failed = writeAtomically({ files: { ...files, flushFolder }, ids }, path(), [Buffer.from('new')])
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'out-not-flushed', name: 'texts.csv', said: 'EIO' }, kept: undefined })
    expect(readFileSync(path(), 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['texts.csv'])
  })

  it('looks for what killed exports left once in each folder, however many files are written', async () => {
    let lists = 0
    const counted = {
      ...files,
      list: (name: string) => {
        lists++
        return files.list(name)
      },
    }
    const name = (at: number) => join(folder, `${at}.jpg`)
    const killed = { ...files, rename: () => Promise.reject(Object.assign(new Error('killed'), { code: 'EIO' })), remove: async () => {} }
    await writeAtomically({ files: killed, ids }, name(2), [Buffer.from('half')]).catch(() => {})
    expect(readdirSync(folder)).toHaveLength(1)
    const sweep = createPartSweeper(counted)
    for (let at = 0; at < 4; at++) await writeAtomically({ files: counted, ids }, name(at), [Buffer.from('whole')], sweep)
    expect(readdirSync(folder).toSorted()).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg'])
    expect(lists).toBe(1)
  })

  it('says that the folder is gone', async () => {
    await expect(writeAtomically({ files, ids }, join(folder, 'no', 'a.csv'), [])).rejects.toThrow('The folder for “a.csv” doesn’t exist.')
  })
})
