import { createReadStream, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import type { Files } from '../../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { zipPieces } from '../../../../electron/core/exchange/exports/files/zip-pieces.ts'
import { openHandover } from '../../../../electron/core/exchange/handover/read-handover.ts'
import { createRecordPieces } from '../../../../electron/core/exchange/handover/read-records.ts'
import { type WritingPorts, writeHandover } from '../../../../electron/core/exchange/handover/write-handover.ts'
import { zipArchives } from '../../../../electron/core/exchange/handover/zip-archives.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { askedQuestions, sheetView } from '../../../../shared/answers/sheet.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { HandoverChoices } from '../../../../shared/exchange/handover.ts'
import { type TestCore, writePng } from '../../../support/open-test-core.ts'
import { prepareColleagues } from './colleagues.ts'

const { folder, person, list } = prepareColleagues()

const question = 'Write alt text.'
const set = {
  name: 'Shop',
  questions: [{ question, column: 'Alt text', checks: [{ kind: 'longest', characters: 50 }] }],
  runsOnDrop: false,
}
const view = sheetView.parse({ setId: askedQuestions })
const file = (name = 'work') => join(folder(), `${name}.packshot-handover`)
const undecided: HandoverChoices = { usual: null, each: [] }
const always = (use: 'mine' | 'theirs'): HandoverChoices => ({ usual: { cell: use, product: use, set: use, match: use }, each: [] })

const add = async ({ client }: TestCore, names: readonly string[]): Promise<void> => {
  for (const name of names) await writePng(join(folder(), name), `seed of ${name}`)
  await client.intake.add({ named: names.map((name) => join(folder(), name)), recursive: false, upload: false })
}
const idOf = async ({ client }: TestCore, name: string): Promise<string> => {
  const { rows } = await client.library.page({ offset: 0, limit: 100, sort: { by: 'added', descending: false }, filter: {} })
  return rows.find((row) => row.name === name)?.id ?? ''
}
const write = async (one: TestCore, name: string, text: string, review?: 'approved'): Promise<void> => {
  const cells = [{ imageId: await idOf(one, name), question, text, seen: null, ...(review ? { review } : {}) }]
  await one.client.sheet.edit({ cells, kind: 'typed' })
}
const mug = { key: 'sku:m-1', productId: null, sku: 'M-1', gtin: null, name: 'Red mug', handle: null }

/** All that is handed over, as a person sees it. */
const stateOf = async ({ client }: TestCore) => {
  const pictures = await client.library.page({ offset: 0, limit: 100, sort: { by: 'added', descending: false }, filter: {} })
  const { rows } = await client.sheet.page({ view, offset: 0, limit: 100 })
  const products = await client.catalogue.page({ offset: 0, limit: 100 }).catch(() => null)
  return {
    pictures: pictures.rows.map(({ id, name, bytes, folder: at }) => ({ id, name, bytes, folder: at })),
    cells: rows.flatMap((row) =>
      row.cells.map(({ kind, text, isEdited, review, reviewedBy, reviewedAt }) => ({
        ...{ name: row.name, sku: row.sku, kind, text, isEdited, review, reviewedBy, reviewedAt },
      })),
    ),
    products: products?.rows.map(({ ref: _, ...one }) => one),
    sets: (await client.questionSets.list()).map(({ name, questions }) => ({ name, questions })),
  }
}

const handOver = (one: TestCore, name?: string, originals = false) =>
  one.client.handover.write({ to: { kind: 'path', path: file(name) }, originals })
const merge = async ({ client }: TestCore, choices = undecided, name?: string) => {
  const { id, preview } = await client.handover.open({ path: file(name) })
  const result = await client.handover.merge({ id, choices })
  await client.handover.close({ id })
  return { preview, result }
}

/** Two pictures with texts, one of them approved and matched, a product list and a set. */
const prepare = async (one: TestCore): Promise<void> => {
  await add(one, ['mug.png', 'cup.png'])
  await list(one, 'SKU,Name,Season\r\nM-1,Red mug,Winter\r\nC-1,Cup,\r\n')
  await one.client.questionSets.save(set)
  await write(one, 'mug.png', 'A red mug', 'approved')
  await write(one, 'cup.png', 'A cup')
  await one.client.matching.move({ imageIds: [await idOf(one, 'mug.png')], to: mug })
}

describe('a hand-over', () => {
  it('moves everything to another computer: pictures, list, sets, matches, texts with who approved them and when', async () => {
    const ann = await person('Ann')
    await prepare(ann)
    expect(await handOver(ann, 'work', true)).toMatchObject({
      ...{ pictures: 2, products: 2, sets: 1, matches: 1, cells: 2, originals: 2, originalsMissing: 0 },
    })
    const ben = await person('Ben')
    const { result } = await merge(ben)
    expect(result).toMatchObject({ pictures: 2, products: 2, sets: 1, matches: 1, cells: 2, damaged: 0, left: 0 })
    // Where Ann's folder is on her computer stays her own.
    const here = await stateOf(ann)
    expect(await stateOf(ben)).toEqual({ ...here, pictures: here.pictures.map((one) => ({ ...one, folder: `/${basename(folder())}` })) })
    expect((await stateOf(ben)).cells).toContainEqual(expect.objectContaining({ text: 'A red mug', review: 'approved', reviewedBy: 'Ann' }))
    const again = await merge(ben)
    expect(again.preview.brings).toEqual({ pictures: 0, products: 0, sets: 0, matches: 0, cells: 0 })
    expect(again.result).toMatchObject({ pictures: 0, products: 0, sets: 0, matches: 0, cells: 0 })
  })

  it('of two colleagues on the same day shows what differs, and takes what a person decides', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await prepare(ann)
    await handOver(ann, 'start', true)
    await merge(ben, undecided, 'start')
    await write(ann, 'cup.png', 'A blue cup')
    await write(ben, 'cup.png', 'A small cup', 'approved')
    await ben.client.questionSets.import({
      text: JSON.stringify({ packshotQuestions: 1, sets: [{ ...set, questions: [{ question, column: 'Alt' }] }] }),
      replace: ['Shop'],
    })
    await list(ben, 'SKU,Name\r\nM-1,Mug in red\r\nC-1,Cup\r\n')
    await handOver(ben, 'ben')

    const { id, preview } = await ann.client.handover.open({ path: file('ben') })
    expect(preview.differs).toEqual({ cell: 1, product: 1, set: 1, match: 0 })
    const { rows } = await ann.client.handover.differences({ id, kind: 'cell', offset: 0, limit: 10 })
    expect(rows).toMatchObject([
      { about: 'cup.png', mine: { text: 'A blue cup' }, theirs: { text: 'A small cup', review: 'approved', by: 'Ben' } },
    ])
    const before = await stateOf(ann)
    await ann.client.handover.close({ id })
    expect(await stateOf(ann)).toEqual(before)

    // Not decided: nothing of it changes, and the next time it is asked again.
    expect((await merge(ann, undecided, 'ben')).result).toMatchObject({ cells: 0, products: 0, sets: 0, left: 3 })
    expect(await stateOf(ann)).toEqual(before)
    const { result } = await merge(ann, always('theirs'), 'ben')
    expect(result).toMatchObject({ cells: 1, products: 1, sets: 1, left: 0 })
    const after = await stateOf(ann)
    expect(after.cells.find(({ name }) => name === 'cup.png')).toMatchObject({ text: 'A small cup', review: 'approved', reviewedBy: 'Ben' })
    expect(after.products?.map(({ name }) => name)).toContain('Mug in red')
    expect(after.sets[0]?.questions[0]?.column).toBe('Alt')
    expect((await ann.client.sheet.undo())?.kind).toBe('merged')
    expect((await stateOf(ann)).cells).toEqual(before.cells)
  })

  it('asks once about a text that a person keeps, and keeps one that changed since it was compared', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    for (const one of [ann, ben]) await add(one, ['cup.png'])
    await write(ann, 'cup.png', 'A blue cup')
    await write(ben, 'cup.png', 'A small cup')
    await handOver(ben)
    const { id } = await ann.client.handover.open({ path: file() })
    await write(ann, 'cup.png', 'A tall cup')
    expect(await ann.client.handover.merge({ id, choices: always('theirs') })).toMatchObject({ cells: 0, kept: 1 })
    expect((await stateOf(ann)).cells[0]?.text).toBe('A tall cup')
    await merge(ann, always('mine'))
    expect((await merge(ann)).preview.differs.cell).toBe(0)
    expect((await stateOf(ann)).cells[0]?.text).toBe('A tall cup')
  })

  it('undoes and redoes texts that came, and leaves those of removed and unknown pictures out', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await add(ann, ['mug.png', 'cup.png', 'jug.png'])
    for (const name of ['mug.png', 'cup.png', 'jug.png']) await write(ann, name, `Text of ${name}`)
    await handOver(ann)
    await add(ben, ['mug.png', 'cup.png'])
    await ben.client.library.remove({ imageIds: [await idOf(ben, 'cup.png')] })
    const { preview, result } = await merge(ben)
    expect(preview).toMatchObject({ picturesMissing: 1, picturesRemoved: 1 })
    expect(result).toMatchObject({ cells: 1, picturesMissing: 1 })
    const merged = await stateOf(ben)
    expect(merged.cells).toMatchObject([{ name: 'mug.png', text: 'Text of mug.png' }])
    await ben.client.sheet.undo()
    expect((await stateOf(ben)).cells).toEqual([])
    await ben.client.sheet.redo()
    expect(await stateOf(ben)).toEqual(merged)
  })

  it('asks nothing by itself: neither about pictures that come with it, nor with sets that come with it', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await add(ann, ['mug.png'])
    await write(ann, 'mug.png', 'A red mug')
    await ann.client.questionSets.save({ ...set, questions: [{ question: 'Of Ann?', column: '', checks: [] }], runsOnDrop: true })
    await handOver(ann, 'work', true)
    await ben.client.questionSets.save({ name: 'Mine', questions: [{ question, column: '', checks: [] }], runsOnDrop: true })
    expect((await merge(ben)).result).toMatchObject({ pictures: 1, sets: 1, cells: 1 })
    await add(ben, ['cup.png'])
    const asked = (await ben.client.jobs.list({})).map(({ work }) => work)
    expect(asked).toMatchObject([{ operation: 'analyse-image', imageId: await idOf(ben, 'cup.png'), question }])
  })

  it('puts pictures into the product that it is here, where the lists name it by other fields', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await add(ann, ['a.png'])
    await add(ben, ['a.png', 'b.png'])
    await list(ann, 'SKU,Name\r\nM-1,Red mug\r\n')
    await list(ben, 'Product ID,SKU,Name\r\nprd_1,M-1,Red mug\r\n')
    await ann.client.matching.move({ imageIds: [await idOf(ann, 'a.png')], to: mug })
    await ben.client.matching.move({ imageIds: [await idOf(ben, 'b.png')], to: mug })
    await handOver(ann)
    expect((await merge(ben)).result).toMatchObject({ matches: 1 })
    const { rows } = await ben.client.matching.page({ offset: 0, limit: 10 })
    expect(rows.map(({ product, total }) => [product.key, total])).toEqual([['id:prd_1', 2]])
  })

  it('is read by the colleague however long the cells of a product list are', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await list(ann, `SKU,Name,Handle,${'c'.repeat(1_001)}\r\nM-1,Mug,${'h'.repeat(32_000)},x\r\n`)
    expect(await handOver(ann)).toMatchObject({ products: 1, leftOut: 0 })
    expect((await merge(ben)).result).toMatchObject({ products: 1 })
  })

  it('is opened when it is dropped, and shows what is wrong with one that can’t be read', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await prepare(ann)
    await handOver(ann)
    expect(await ben.core.addFiles([file()])).toEqual({ added: 0, known: 0, refused: 0 })
    expect(await ben.client.handover.view()).toMatchObject({ name: 'work.packshot-handover', state: { kind: 'ready' } })
    await ben.core.receiveUpload(createReadStream(file()), 'From Ann.packshot-handover')
    const view = await ben.client.handover.view()
    expect(view).toMatchObject({ name: 'From Ann.packshot-handover', state: { kind: 'ready', preview: { madeBy: 'Ann' } } })
    expect(await ben.client.handover.merge({ id: view?.id ?? '', choices: undecided })).toMatchObject({ products: 2, sets: 1 })
    const received = () => readdirSync(join(folder(), 'Ben', 'handovers', 'received')).length
    writeFileSync(file('bad'), 'x')
    await ben.core.addFiles([file('bad')])
    // It waits until the result is read.
    expect([(await ben.client.handover.view())?.state.kind, received()]).toEqual(['merged', 1])
    await ben.client.handover.close({ id: view?.id ?? '' })
    expect(received()).toBe(0)
    expect(await ben.client.handover.view()).toMatchObject({
      state: { kind: 'failed', problem: { failure: { kind: 'handover-damaged' } } },
    })
  })
})

const brokenFile = async (change: (parts: Map<string, string>) => void): Promise<void> => {
  const parts = new Map(['products', 'sets', 'pictures', 'matches', 'cells'].map((part) => [`${part}.jsonl`, '']))
  const counts = { products: 0, sets: 0, pictures: 0, matches: 0, cells: 0, originals: 0 }
  const said = { packshotHandover: 1, id: '0123456789abcdef', madeAt: 1, madeBy: 'Eve', workspace: null, counts }
  parts.set('handover.json', JSON.stringify(said))
  change(parts)
  const pieces: Uint8Array[] = []
  for await (const piece of zipPieces([...parts].map(([name, text]) => ({ name, content: [Buffer.from(text)] })))) pieces.push(piece)
  writeFileSync(file(), Buffer.concat(pieces))
}

describe('a file that can’t be merged', () => {
  const failure = async ({ client }: TestCore) => {
    const error: unknown = await client.handover.open({ path: file() }).then(
      () => null,
      (reason: unknown) => reason,
    )
    return (error as { failure?: { kind: string } }).failure
  }

  it('is named with what is wrong, and changes nothing', async () => {
    const ann = await person('Ann')
    await prepare(ann)
    await handOver(ann, 'work', true)
    const before = await stateOf(ann)
    const whole = readFileSync(file())
    writeFileSync(file(), whole.subarray(0, whole.length - 40))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-damaged' })
    writeFileSync(file(), 'no archive')
    expect(await failure(ann)).toMatchObject({ kind: 'handover-damaged' })
    rmSync(file())
    expect(await failure(ann)).toMatchObject({ kind: 'handover-gone' })
    await brokenFile((parts) => parts.set('handover.json', JSON.stringify({ packshotHandover: 2, all: 'new' })))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-version', version: '2' })
    await brokenFile((parts) => parts.delete('handover.json'))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-of-other-kind' })
    await brokenFile((parts) => parts.delete('cells.jsonl'))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-damaged' })
    await brokenFile((parts) => parts.set('cells.jsonl', '{"picture":"../../x"}\n'))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-damaged', said: 'cells.jsonl, line 1 can’t be read' })
    await brokenFile((parts) => parts.set('../outside', 'x'))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-damaged' })
    await brokenFile((parts) => parts.set('handover.json', ' '.repeat(10_000_000)))
    expect(await failure(ann)).toMatchObject({ kind: 'handover-over-size', part: 'handover.json' })
    expect(await ann.client.handover.view()).toMatchObject({ state: { kind: 'failed' } })
    expect(await stateOf(ann)).toEqual(before)
  })

  it('is refused where an original unpacks to far more than a picture does, before anything is written', async () => {
    const ann = await person('Ann')
    const sha256 = 'a'.repeat(64)
    const size = 1_000_000
    await brokenFile((parts) => {
      const counts = { products: 0, sets: 0, pictures: 1, matches: 0, cells: 0, originals: 1 }
      const said = { packshotHandover: 1, id: '0123456789abcdef', madeAt: 1, madeBy: 'Eve', workspace: null, counts }
      const origin = { kind: 'file', path: '//eve/share/x.png' }
      const picture = { sha256, name: 'x.png', format: 'png', bytes: size, origin, drop: null, root: null }
      parts.set('handover.json', JSON.stringify(said))
      parts.set('pictures.jsonl', `${JSON.stringify(picture)}\n`)
      parts.set(`originals/${sha256}`, '\0'.repeat(size))
    })
    const read = await openHandover({ archives: zipArchives, path: file(), name: 'x', pause: async () => {} })
    let written = 0
    const files: Files = {
      ...systemFiles,
      create: async (path) => {
        written += 1
        return systemFiles.create(path)
      },
    }
    expect(await read.extract({ sha256, bytes: size }, join(folder(), 'x'), files)).toBe(false)
    expect(written).toBe(0)
    read.close()
    expect((await merge(ann)).result).toMatchObject({ pictures: 0, damaged: 1 })
  })

  it('says how many originals are damaged, and merges the rest', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await prepare(ann)
    await handOver(ann, 'work', true)
    const bytes = readFileSync(file())
    const at = bytes.indexOf('seed of mug.png')
    bytes[at] = 0
    writeFileSync(file(), bytes)
    const { result } = await merge(ben)
    expect(result).toMatchObject({ pictures: 1, damaged: 1, cells: 1, matches: 0, products: 2 })
    expect((await stateOf(ben)).pictures.map(({ name }) => name)).toEqual(['cup.png'])
    expect(readdirSync(join(folder(), 'Ben', 'drafts'))).toEqual([])
  })

  it('is not written where it would be more than a colleague’s Packshot opens', async () => {
    const original = join(folder(), 'x.png')
    await writePng(original, 'x')
    const bytes = readFileSync(original)
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const journal = createJournal(database, systemPlatform)
    const facts = { format: 'png', width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false, bytes: bytes.length } as const
    journal.write(() => {
      for (const seq of [1, 2])
        createImageStore(journal).add({
          ...{ id: `img_${seq}`, sha256: String(seq).padStart(64, '0'), name: 'x.png', staged: 'x.png', version: 1, addedAt: 1 },
          ...{ origin: { kind: 'file', path: original }, check: 'passed', ...facts },
        })
    })
    await journal.durable()
    const ports: WritingPorts = {
      ...systemPlatform,
      ...{ archives: zipArchives, dataFolder: folder() },
      longReader: { read: (_name, task, use) => use(createRecordPieces(journal)(task) as never) },
    }
    const write = async (limits: { parts?: number; records?: number; files?: number } = {}): Promise<unknown> => {
      const request = { path: file(), originals: true, connectionId: null, workspace: null, madeBy: 'Ann', madeAt: 1 }
      const more = { signal: new AbortController().signal, onProgress: () => {} }
      const most = { parts: 1_000_000, records: 1_000, files: 1_000, ...limits }
      return writeHandover(ports, { ...request, ...more }, most).catch(({ failure }: AppError) => failure)
    }
    await write()
    const zip = await zipArchives.open(file(), { files: 9 })
    zip.close()
    const parts = zip.sizes.get('pictures.jsonl') ?? 0
    expect(await write({ parts, records: 2, files: 9 })).toMatchObject({ pictures: 2, originals: 2 })
    rmSync(file())
    for (const [is, less] of [
      ['bytes', { parts: parts - 1 }],
      ['records', { records: 1 }],
      ['files', { files: 8 }],
    ] as const)
      expect(await write(less)).toEqual({ kind: 'handover-too-much', is, limit: Object.values(less)[0] })
    expect(readdirSync(folder())).toEqual(['x.png'])
    journal.close()
  })

  it('leaves the earlier file where it can’t be written', async () => {
    const ann = await person('Ann')
    await prepare(ann)
    await handOver(ann)
    const before = readFileSync(file())
    const full = await person('Full', {
      files: {
        ...systemFiles,
        create: async (path, mode) => {
          const file = await systemFiles.create(path, mode)
          const write = async (): Promise<void> => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }))
          return path.includes('.packshot-') ? { ...file, write } : file
        },
      },
    })
    await expect(handOver(full)).rejects.toMatchObject({ failure: { kind: 'out-without-room' } })
    expect(readFileSync(file())).toEqual(before)
    expect(readdirSync(folder()).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
