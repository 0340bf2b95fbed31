import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { readInThread } from '../../../../electron/core/products/catalogue/start-list-thread.ts'
import { mostSets } from '../../../../shared/answers/question-set-problems.ts'
import type { HandoverChoices } from '../../../../shared/exchange/handover.ts'
import { type TestCore, writePng } from '../../../support/open-test-core.ts'
import { prepareColleagues } from './colleagues.ts'

const { folder, person, quit } = prepareColleagues()
afterEach(() => vi.restoreAllMocks())

const question = 'Write alt text.'
const set = (name: string, column = 'Alt text') => ({ name, questions: [{ question, column, checks: [] }], runsOnDrop: false })
const path = () => join(folder(), 'work.packshot-handover')
const theirs: HandoverChoices = { usual: { cell: 'theirs', product: 'theirs', set: 'theirs', match: 'theirs' }, each: [] }

const picturesOf = async ({ client }: TestCore) =>
  (await client.library.page({ offset: 0, limit: 100, sort: { by: 'added', descending: false }, filter: {} })).rows
const list = (rows: string): string => {
  const at = join(folder(), 'list.csv')
  writeFileSync(at, `SKU,Name\r\n${rows}`)
  return at
}

const gate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: (): void => open(), opened }
}

/** A picture with a text, a product and a set, in a file with the original. */
const handOver = async (): Promise<void> => {
  const ann = await person('Ann')
  const picture = join(folder(), 'cup.png')
  await writePng(picture, 'cup')
  await ann.client.intake.add({ named: [picture], recursive: false, upload: false })
  const [row] = await picturesOf(ann)
  const cells = [{ imageId: row?.id ?? '', question, text: 'A cup', seen: null }]
  await ann.client.sheet.edit({ cells, kind: 'typed' })
  await ann.client.catalogue.importFile({ path: list('C-1,Cup\r\n'), columns: {}, dryRun: false })
  await ann.client.questionSets.save(set('Shop'))
  await ann.client.handover.write({ to: { kind: 'path', path: path() }, originals: true })
}

it('waits for a product list that is being imported and for the matches that follow it, and merges then', async () => {
  await handOver()
  const entry = fileURLToPath(new URL('../../../../electron/core/products/catalogue/list-thread.ts', import.meta.url))
  const [reached, released] = [gate(), gate()]
  let isHeld = false
  const ben = await person('Ben', {
    readList: async function* (task, signal) {
      if (isHeld && task.columns) {
        reached.open()
        await released.opened
      }
      yield* readInThread(entry, task, signal)
    },
  })
  // The next import renews the key of this match, which takes turns of the event loop.
  await writePng(join(folder(), 'mug.png'), 'mug')
  await ben.client.intake.add({ named: [join(folder(), 'mug.png')], recursive: false, upload: false })
  await ben.client.catalogue.importFile({ path: list('M-1,Mug\r\n'), columns: {}, dryRun: false })
  const to = { key: 'sku:m-1', productId: null, sku: 'M-1', gtin: null, name: 'Mug', handle: null }
  await ben.client.matching.move({ imageIds: [(await picturesOf(ben))[0]?.id ?? ''], to })
  const { id } = await ben.client.handover.open({ path: path() })
  // A loop that gives way to nothing would hold up the test, too.
  const check = AbortSignal.prototype.throwIfAborted
  let checks = 0
  vi.spyOn(AbortSignal.prototype, 'throwIfAborted').mockImplementation(function (this: AbortSignal) {
    checks += 1
    if (checks > 10_000) throw new Error('it spins')
    check.call(this)
  })
  isHeld = true
  const importing = ben.client.catalogue.importFile({ path: list('M-1,Large mug\r\n'), columns: {}, dryRun: false })
  await reached.opened
  const merging = ben.client.handover.merge({ id, choices: theirs })
  // Pictures and sets are there before it comes to the products.
  await expect.poll(async () => (await ben.client.questionSets.list()).length).toBe(1)
  released.open()
  await importing
  expect(await merging).toMatchObject({ pictures: 1, sets: 1, products: 1, cells: 1, problem: null })
})

it.each([
  ['the folder of its pictures is made', 'makeFolder', 'drafts'],
  ['the name of its plan is flushed', 'flushFolder', 'handovers'],
] as const)('says that nothing was merged where it failed when %s, and does not try again by itself', async (_, step, at) => {
  await handOver()
  let isFull = false
  const files = {
    ...systemFiles,
    [step]: async (folder: string, mode?: number): Promise<void> => {
      if (isFull && folder.endsWith(at)) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'mkdir' })
      return systemFiles[step](folder, mode)
    },
  }
  const ben = await person('Ben', { files })
  const { id } = await ben.client.handover.open({ path: path() })
  isFull = true
  await expect(ben.client.handover.merge({ id, choices: theirs })).rejects.toMatchObject({ code: 'disk-full' })
  expect(await ben.client.handover.view()).toMatchObject({ state: { kind: 'failed' } })
  isFull = false
  await quit(ben)

  const again = await person('Ben')
  expect(await again.client.handover.view()).toBeNull()
  expect(readdirSync(join(folder(), 'Ben', 'handovers'))).toEqual([])
  expect(await picturesOf(again)).toEqual([])
})

it('keeps the pictures that came before the disk was full, says so, and leaves the rest for another time', async () => {
  const ann = await person('Ann')
  const named = Array.from({ length: 26 }, (_, at) => join(folder(), `${at}.png`))
  for (const at of named) await writePng(at, at)
  await ann.client.intake.add({ named, recursive: false, upload: false })
  await ann.client.questionSets.save(set('Shop'))
  await ann.client.handover.write({ to: { kind: 'path', path: path() }, originals: true })
  let left = Number.POSITIVE_INFINITY
  const ben = await person('Ben', {
    files: {
      ...systemFiles,
      makeFolder: async (at: string, mode?: number): Promise<void> => {
        if (at.endsWith('drafts') && left-- <= 0) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'mkdir' })
        return systemFiles.makeFolder(at, mode)
      },
    },
  })
  const { id } = await ben.client.handover.open({ path: path() })
  left = 25
  const result = await ben.client.handover.merge({ id, choices: theirs })
  expect(result).toMatchObject({ pictures: 25, sets: 0, problem: { code: 'disk-full' } })
  expect(result.problem?.kept).toBeUndefined()
  left = Number.POSITIVE_INFINITY
  await ben.client.questionSets.save(set('Shop', 'Of Ben'))
  await quit(ben)

  const again = await person('Ben')
  expect(await again.client.handover.view()).toBeNull()
  expect((await again.client.questionSets.list())[0]?.questions[0]?.column).toBe('Of Ben')
  expect((await picturesOf(again)).length).toBe(25)
})

it('changes nothing where the question sets have no room', async () => {
  await handOver()
  const ben = await person('Ben')
  for (let at = 0; at < mostSets; at++) await ben.client.questionSets.save(set(`Set ${at}`))
  const { id } = await ben.client.handover.open({ path: path() })
  await expect(ben.client.handover.merge({ id, choices: theirs })).rejects.toMatchObject({ failure: { kind: 'sets-too-many' } })
  expect(await picturesOf(ben)).toEqual([])
  await quit(ben)
  const again = await person('Ben')
  expect(await again.client.handover.view()).toBeNull()
})

it('tells once that a merge of another version can’t be continued', async () => {
  mkdirSync(join(folder(), 'Ben', 'handovers'), { recursive: true })
  writeFileSync(join(folder(), 'Ben', 'handovers', 'merge.jsonl'), '{"plan":2,"id":"x"}\nend\n')
  const ben = await person('Ben')
  const view = () => ben.client.handover.view()
  await expect
    .poll(async () => (await view())?.state)
    .toMatchObject({ kind: 'failed', problem: { failure: { kind: 'handover-not-continued' } } })
  await ben.client.handover.close({ id: (await view())?.id ?? '' })
  await quit(ben)
  const again = await person('Ben')
  expect(await again.client.handover.view()).toBeNull()
  expect(readdirSync(join(folder(), 'Ben', 'handovers'))).toEqual(['merge-unread.jsonl'])
})

it('ends an interrupted merge also where the disk is too full to keep what became of it', async () => {
  const handovers = join(folder(), 'Ben', 'handovers')
  mkdirSync(handovers, { recursive: true })
  const about = { plan: 1, id: 'x', name: 'work', path: path(), connectionId: null, at: 1, left: 0, picturesMissing: 0, replace: [] }
  const plan = [about, { part: 'set', one: set('Shop') }].map((line) => `${JSON.stringify(line)}\n`).join('')
  const files = {
    ...systemFiles,
    create: async (at: string, mode?: number) => {
      if (at.startsWith(handovers)) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'open' })
      return systemFiles.create(at, mode)
    },
  }
  for (const [text, state, left] of [
    [`${plan}end\n`, { kind: 'merged', result: { sets: 1 } }, []],
    [plan, { kind: 'failed', problem: { failure: { kind: 'handover-not-continued' } } }, ['merge-unread.jsonl']],
  ] as const) {
    writeFileSync(join(handovers, 'merge.jsonl'), text)
    const ben = await person('Ben', { files })
    await expect.poll(async () => (await ben.client.handover.view())?.state).toMatchObject(state)
    await quit(ben)
    expect(readdirSync(handovers)).toEqual(left)
  }
})

it('keeps a set that changed and a picture that was removed since the file was compared', async () => {
  await handOver()
  const ben = await person('Ben')
  const mine = await ben.client.questionSets.save(set('Shop', 'Of Ben'))
  const { id } = await ben.client.handover.open({ path: path() })
  await ben.client.questionSets.save({ ...mine, questions: [...mine.questions, { question: 'Is it new?', column: 'New', checks: [] }] })
  await ben.client.intake.add({ named: [join(folder(), 'cup.png')], recursive: false, upload: false })
  const [row] = await picturesOf(ben)
  await ben.client.library.remove({ imageIds: [row?.id ?? ''] })
  expect(await ben.client.handover.merge({ id, choices: theirs })).toMatchObject({ pictures: 0, sets: 0, products: 1, kept: 2 })
  expect(await picturesOf(ben)).toEqual([])
  expect((await ben.client.questionSets.list())[0]?.questions.map(({ column }) => column)).toEqual(['Of Ben', 'New'])
})
