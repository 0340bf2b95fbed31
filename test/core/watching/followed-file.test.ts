import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { readList } from '../../../electron/core/products/catalogue/read-list.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import type { FollowedList } from '../../../shared/watching/followed-lists.ts'
import { type ListImporter, openListImporter } from '../../support/list-importer.ts'
import { openTestCore, type TestCore } from '../../support/open-test-core.ts'
import { startScriptedService } from '../../support/scripted-service.ts'

let lists: ListImporter
let path: string
let isHeld = false
const ports = {
  readList,
  watchesFolders: true,
  files: {
    ...systemPlatform.files,
    copy: async (from: string, to: string): Promise<void> => {
      if (isHeld && from === path) throw Object.assign(new Error('held'), { code: 'EBUSY' })
      return systemPlatform.files.copy(from, to)
    },
  },
}
beforeEach(async () => {
  isHeld = false
  lists = await openListImporter(ports)
  path = join(lists.folder, 'list.csv')
})
afterEach(() => lists.end())

const one = 'SKU;Name;Price\nS-1;Pen;1\nS-2;Cup;2\n'
const two = 'SKU;Name;Price\nS-1;Red pen;1\nS-2;Cup;2\nS-3;Mug;3\n'

const follow = async (text = one, accepts = false): Promise<FollowedList> => {
  writeFileSync(path, text)
  const { list } = await lists.client.followedLists.follow({ list: { kind: 'path', path }, rhythm: 'changes', accepts })
  await lists.core.start()
  await settled()
  return list
}
const get = async (client = lists.client): Promise<FollowedList> => {
  const list = await client.followedLists.get()
  if (!list) throw new Error('nothing is followed')
  return list
}
/** Longer than a file of one write has to rest. */
const settled = (): Promise<void> => lists.pass(45_000)
const names = async (): Promise<(string | null)[]> => (await lists.rows()).map(({ name }) => name)
const says = async (): Promise<string | null> => {
  const { problem } = await get()
  return problem && describeError(problem).message
}
const copies = (): string[] => {
  const folder = join(lists.folder, 'data', 'followed-lists')
  return existsSync(folder) ? readdirSync(folder) : []
}
/** As editors save: another file takes its name. */
const replace = (text: string): void => {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

it.each([
  ['written in its place', (text: string) => writeFileSync(path, text)],
  ['replaced by another file of its name', replace],
])('shows what a list %s would change before it counts, and imports exactly that', async (_, save) => {
  await follow()
  expect(await get()).toMatchObject({ kind: 'file', name: 'list.csv', place: path, problem: null, waiting: null })
  save(two)
  await settled()
  const { id, waiting } = await get()
  expect(waiting?.changes).toMatchObject({ rows: 3, added: 1, changed: 1, unchanged: 1, missing: 0, refused: 0 })
  expect(waiting?.changes.examples).toEqual({
    added: ['Mug (S-3)'],
    changed: [{ called: 'Pen (S-1)', changes: [['name', 'Pen', 'Red pen']] }],
    missing: [],
    refused: [],
  })
  expect(await names()).toEqual(['Pen', 'Cup'])
  // What was shown is imported, whatever the file is by now.
  rmSync(path)
  const { result, list } = await lists.client.followedLists.accept({ id, version: waiting?.version ?? '' })
  expect(result).toMatchObject({ added: 1, changed: 1, missing: 0 })
  expect(list.waiting).toBeNull()
  expect(await names()).toEqual(['Red pen', 'Cup', 'Mug'])
  expect(copies()).toEqual([])
})

it('takes no half of a list that an editor still writes', async () => {
  await follow()
  writeFileSync(path, 'SKU;Name;Price\nS-1;Red pen;1\n')
  for (const line of ['S-2;Cup;2\n', 'S-3;Mug;3\n', 'S-4;Bowl;4\n']) {
    await lists.pass(9_000)
    appendFileSync(path, line)
  }
  await lists.pass(9_000)
  expect((await get()).waiting).toBeNull()
  await lists.pass(60_000)
  expect((await get()).waiting?.changes).toMatchObject({ added: 2, changed: 1, missing: 0 })
})

it('shows the products that a half written list lacks, never accepts them by itself, and forgets that once it is whole', async () => {
  await follow(one, true)
  writeFileSync(path, 'SKU;Name;Price\nS-1;Pen;1\n')
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ missing: 1, examples: { missing: ['Cup (S-2)'] } })
  expect(await names()).toEqual(['Pen', 'Cup'])
  replace(two)
  await lists.pass(90_000)
  expect((await get()).waiting).toBeNull()
  expect(await names()).toEqual(['Red pen', 'Cup', 'Mug'])
})

it.each([
  ['has vanished', () => rmSync(path), /list.csv/],
  ['is empty', () => writeFileSync(path, ''), /has no rows/],
  ['has lost its headers', () => writeFileSync(path, 'S-1;Pen;1\nS-2;Cup;2\n'), /no longer has the columns “SKU”, “Name”/],
  ['is a web page', () => writeFileSync(path, '<!doctype html><html><body>Sign in</body></html>'), /web page|HTML/i],
  [
    'is a folder',
    () => {
      rmSync(path)
      mkdirSync(path)
    },
    /is not a file/,
  ],
  [
    'is held by another program',
    () => {
      isHeld = true
      writeFileSync(path, two)
    },
    /Another program is using/,
  ],
])('says that a list %s, keeps the earlier one, and goes back to it', async (_, spoil, message) => {
  await follow()
  spoil()
  await settled()
  expect(await says()).toMatch(message)
  expect(await names()).toEqual(['Pen', 'Cup'])
  isHeld = false
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, one)
  await settled()
  expect(await get()).toMatchObject({ problem: null, waiting: null })
  writeFileSync(path, two)
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ added: 1, changed: 1 })
})

it('reads a column by its header, wherever it is by now, and as it was read when it was followed', async () => {
  writeFileSync(path, 'Code|Title|Note\nS-1|Pen|a;b\nS-2|Cup|c\n')
  const reading = { separator: '|' } as const
  const columns = { sku: 'Code', name: 'Title' }
  await lists.client.followedLists.follow({ list: { kind: 'path', path, reading, columns }, rhythm: 'changes' })
  await lists.core.start()
  await settled()
  replace('Note|Code|New|Title\na;b|S-1|x|Blue pen\nc|S-2|x|Cup\n')
  await settled()
  const { waiting } = await get()
  expect(waiting?.changes.examples.changed).toContainEqual({
    called: 'Pen (S-1)',
    changes: [
      ['name', 'Pen', 'Blue pen'],
      ['+New', null, 'x'],
    ],
  })
})

it('marks what the list no longer has, and forgets the mark when it has it again', async () => {
  await follow()
  const accept = async (text: string) => {
    replace(text)
    await settled()
    const { id, waiting } = await get()
    return lists.client.followedLists.accept({ id, version: waiting?.version ?? '' })
  }
  await accept('SKU;Name;Price\nS-1;Pen;1\n')
  const marks = async () => (await lists.rows()).map(({ sku, missingSince }) => [sku, missingSince !== null])
  expect(await marks()).toEqual([
    ['S-1', false],
    ['S-2', true],
  ])
  // One that is missing already is nothing new.
  replace('SKU;Name;Price\nS-1;Blue pen;1\n')
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ changed: 1, missing: 0 })
  await accept(two)
  expect(await marks()).toEqual([
    ['S-1', false],
    ['S-2', false],
    ['S-3', false],
  ])
})

it('leaves a version as a person says, until the list changes again', async () => {
  await follow()
  replace(two)
  await settled()
  const { id, waiting } = await get()
  await lists.client.followedLists.leave({ id, version: waiting?.version ?? '' })
  await settled()
  expect(await get()).toMatchObject({ waiting: null, problem: null })
  expect(await names()).toEqual(['Pen', 'Cup'])
  replace(`${two}S-4;Bowl;4\n`)
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ added: 2, changed: 1 })
})

it('accepts no version that another one has replaced', async () => {
  await follow()
  replace(two)
  await settled()
  const { id, waiting } = await get()
  replace(`${two}S-4;Bowl;4\n`)
  await settled()
  await expect(lists.client.followedLists.accept({ id, version: waiting?.version ?? '' })).rejects.toThrow('has changed again')
  await expect(lists.client.followedLists.leave({ id, version: waiting?.version ?? '' })).rejects.toThrow('has changed again')
  expect(await names()).toEqual(['Pen', 'Cup'])
})

it('accepts by itself only where nothing is missing and nothing is refused', async () => {
  await follow(one, true)
  replace(two)
  await settled()
  expect(await names()).toEqual(['Red pen', 'Cup', 'Mug'])
  replace(`${two}4,0E+12;Bowl;4\nS-5;Jar;1;2;3;4;5;6;7\n`)
  await settled()
  expect((await get()).waiting?.changes.refused).toBeGreaterThan(0)
  expect(await names()).toEqual(['Red pen', 'Cup', 'Mug'])
})

it('compares what waits again where a person imports another list meanwhile', async () => {
  await follow()
  replace(two)
  await settled()
  const other = lists.write('other.csv', 'SKU;Name;Price\nS-1;Red pen;1\nS-2;Cup;2\n')
  await lists.client.catalogue.importFile({ path: other, columns: {}, dryRun: false })
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ added: 1, changed: 0 })
})

it('checks when a person says so, at once', async () => {
  const { id } = await follow()
  replace(two)
  expect((await lists.client.followedLists.check({ id })).waiting?.changes).toMatchObject({ added: 1, changed: 1 })
  await lists.client.followedLists.unfollow({ id })
  expect(await lists.client.followedLists.get()).toBeNull()
  expect(copies()).toEqual([])
  await expect(lists.client.followedLists.check({ id })).rejects.toThrow('no longer followed')
})

it('follows a list that was opened and imported in the window, and no pasted one', async () => {
  const { core, client, write } = lists
  await core.addFiles([write('list.csv', one)])
  const list = await client.catalogue.opened()
  expect(list?.from).toBe('file')
  const id = list?.id ?? ''
  await expect(client.followedLists.follow({ list: { kind: 'opened', id }, rhythm: 'changes' })).rejects.toThrow('doesn’t know where')
  await client.catalogue.import({ id, columns: { sku: 0, name: 1 } })
  await expect(client.followedLists.follow({ list: { kind: 'opened', id }, rhythm: 'changes' })).resolves.toMatchObject({
    list: { place: path },
  })
  await client.catalogue.close({ id })
  await core.start()
  replace(two)
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ added: 1, changed: 1 })
  const pasted = await client.catalogue.paste({ text: 'SKU\tName\nA\tB\n' })
  await client.catalogue.import({ id: pasted.id, columns: { sku: 0, name: 1 } })
  await expect(client.followedLists.follow({ list: { kind: 'opened', id: pasted.id }, rhythm: 'changes' })).rejects.toThrow(
    'doesn’t know where',
  )
})

it('keeps what waits over a restart, and what changed meanwhile is found', async () => {
  await follow()
  replace(two)
  await settled()
  const before = await get()
  await lists.stop()
  const reopen = async (act: (again: TestCore) => Promise<void>): Promise<void> => {
    const again = await openTestCore(join(lists.folder, 'data'), ports)
    await again.core.start()
    try {
      await act(again)
    } finally {
      await again.core.stop()
    }
  }
  await reopen(async ({ client, pass }) => {
    expect(await get(client)).toEqual(before)
    await pass(45_000)
    expect((await get(client)).waiting?.version).toBe(before.waiting?.version)
  })
  replace(`${two}S-4;Bowl;4\n`)
  await reopen(async ({ client, pass }) => {
    await pass(45_000)
    const { id, waiting } = await get(client)
    expect(waiting?.changes).toMatchObject({ added: 2 })
    await client.followedLists.accept({ id, version: waiting?.version ?? '' })
    expect((await client.catalogue.summary())?.products).toBe(4)
  })
})

it('belongs to its workspace: it rests while another one is used, and is read when its own is', async () => {
  await follow()
  const { client } = lists
  const services = [await startScriptedService(), await startScriptedService()]
  const connect = async ({ baseUrl }: { readonly baseUrl: string }): Promise<string> => {
    await client.session.connect({ kind: 'api-key', baseUrl, apiKey: 'key' })
    return (await client.session.get()).connection?.id ?? ''
  }
  const [first = '', second = ''] = [await connect(services[0] as { baseUrl: string }), await connect(services[1] as { baseUrl: string })]
  expect(await client.followedLists.get()).toBeNull()
  replace(two)
  await settled()
  await client.workspaces.switch({ connectionId: first })
  await settled()
  expect((await get()).waiting?.changes).toMatchObject({ added: 1 })
  await client.workspaces.switch({ connectionId: second })
  const other = lists.write('other.csv', 'SKU;Name\nX-1;Lamp\n')
  await client.followedLists.follow({ list: { kind: 'path', path: other }, rhythm: 'hand' })
  expect(await names()).toEqual(['Lamp'])
  await client.workspaces.switch({ connectionId: first })
  const { id, waiting, place } = await get()
  expect(place).toBe(path)
  await client.followedLists.accept({ id, version: waiting?.version ?? '' })
  expect(await names()).toEqual(['Red pen', 'Cup', 'Mug'])
  for (const service of services) await service.stop()
})
