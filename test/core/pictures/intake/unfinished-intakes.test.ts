import { cp, mkdir, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { createUnfinishedIntakes } from '../../../../electron/core/pictures/intake/unfinished-intakes.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { openTestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary, type TestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

/** So many files of the dropped folder are read; the others wait. */
let readable = Number.POSITIVE_INFINITY
/** Its files, in the order in which reading them began. */
let begun: string[] = []
const waiting: (() => void)[] = []
const readUpTo = (count: number): void => {
  readable = count
  for (const look of waiting.splice(0)) look()
}
const untilReadable = async (path: string): Promise<void> => {
  if (!path.startsWith(join(library.folder(), 'shoot'))) return
  if (!begun.includes(path)) begun.push(path)
  while (begun.indexOf(path) >= readable) await new Promise<void>((resolve) => waiting.push(resolve))
}
beforeEach(() => {
  begun = []
  readUpTo(Number.POSITIVE_INFINITY)
})
/** Ends Packshot and starts it again. The files that it waits for are read once the end has begun. */
const endInTheMiddle = async (): Promise<void> => {
  const reopened = library.reopen()
  await nothingUnderWay()
  readUpTo(Number.POSITIVE_INFINITY)
  await reopened
}
/** A copy waits for this before it goes to its place, so it exists while its row doesn't. */
let gate = Promise.resolve()
const library: TestLibrary = prepareTestLibrary({
  files: {
    ...systemFiles,
    rename: async (from, to) => {
      if (to.includes('originals')) await gate
      await systemFiles.rename(from, to)
    },
    readInto: async (path, ...rest) => {
      await untilReadable(path)
      return systemFiles.readInto(path, ...rest)
    },
  },
})

const total = 40

it('a drop is kept under its name before its files are read, also where the power fails', async () => {
  const steps: string[] = []
  const files = {
    ...systemFiles,
    rename: async (from: string, to: string) => {
      await systemFiles.rename(from, to)
      steps.push('named')
    },
    flushFolder: async (path: string) => {
      await systemFiles.flushFolder(path)
      steps.push(`${basename(path)} flushed`)
    },
  }
  const intakes = createUnfinishedIntakes(library.folder(), { ...systemPlatform, files })
  await intakes.keep({ paths: ['/shoot'], urls: [], recursive: true, connectionId: null })
  expect(steps).toEqual(['named', 'unfinished flushed'])
})

it('a drop belongs to the workspace in which it was dropped, also after a switch in the middle and another start', async () => {
  const folder = await writePictures()
  const other = await startScriptedService()
  const connectionOf = async (): Promise<string> => (await library.client().session.get()).connection?.id ?? ''
  await library.connect()
  const blue = await connectionOf()
  await library.client().session.connect({ kind: 'api-key', baseUrl: other.baseUrl, apiKey: 'key' })
  const red = await connectionOf()
  const use = (connectionId: string) => library.client().workspaces.switch({ connectionId })
  await use(blue)
  await library.client().questionSets.save({ name: 'Texts', runsOnDrop: true, questions: [{ question: 'White?', column: '', checks: [] }] })
  readUpTo(10)
  const drop = library.core().addFiles([folder])
  const ended = expect(drop).rejects.toMatchObject({ code: 'cancelled' })
  await waitFor(async () => expect((await library.page()).total).toBe(10))
  await use(red)
  readUpTo(20)
  await waitFor(async () => expect((await library.page()).total).toBe(20))
  await endInTheMiddle()
  await ended
  expect((await library.page()).total).toBeLessThan(total)
  await library.core().addUnfinished()
  // This asks what is still due, too.
  await library.add(['Mug.png'], false)
  const here = (await library.client().jobs.list({})).map(({ work }) => work)
  expect(here).toMatchObject([{ operation: 'analyse-image', imageId: (await library.row('Mug.png')).id }])
  await use(blue)
  const operations = (await library.client().jobs.list({})).map(({ work }) => work.operation)
  expect(operations.filter((one) => one === 'upload-source')).toHaveLength(total)
  expect(operations.filter((one) => one === 'analyse-image')).toHaveLength(total)
  await other.stop()
})
it('what is still taken in when its workspace is left waits for the next one', async () => {
  const folder = await writePictures()
  await library.connect()
  const connectionId = (await library.client().session.get()).connection?.id ?? ''
  readUpTo(10)
  const drop = library.core().addFiles([folder])
  await waitFor(async () => expect((await library.page()).total).toBe(10))
  await library.client().workspaces.forget({ connectionId, queue: 'cancel' })
  readUpTo(Number.POSITIVE_INFINITY)
  await drop
  expect(await library.counts()).toMatchObject({ waiting: total - 10 })
  const open = (await library.client().jobs.list({})).filter(({ status }) => status.state === 'waiting')
  expect(new Set(open.map((job) => job.connectionId))).toEqual(new Set([null]))
})
const writePictures = async (): Promise<string> => {
  const folder = join(library.folder(), 'shoot')
  await mkdir(folder)
  for (let at = 0; at < total; at++) await writePng(join(folder, `${at}.png`), `picture ${at}`)
  return folder
}
const left = (): Promise<string[]> => readdir(join(library.folder(), 'data', 'unfinished'))

it('a drop that was interrupted by the end of Packshot continues at the next start; what was removed meanwhile stays removed', async () => {
  const folder = await writePictures()
  readUpTo(10)
  const drop = library.core().addFiles([folder])
  const ended = expect(drop).rejects.toMatchObject({ code: 'cancelled' })
  await waitFor(async () => expect((await library.page()).total).toBe(10))
  expect(library.core().progress().takingIn).toBeGreaterThan(0)
  const { rows } = await library.page()
  const [gone] = rows
  await library.client().library.remove({ imageIds: [gone?.id ?? ''] })
  await endInTheMiddle()
  await ended
  expect((await library.page()).total).toBeLessThan(total - 1)
  expect(await left()).toHaveLength(1)

  // Already added: the source file is no longer needed.
  await rm(join(folder, rows[1]?.name ?? ''))
  await library.core().addUnfinished()
  expect(new Set(await library.names()).size).toBe(total - 1)
  expect(await library.names()).not.toContain(gone?.name)
  // It is still one drop: in natural order, not what came before the end of Packshot first.
  const names = await library.names({}, 'added', true)
  expect(names).toEqual(await library.names({}, 'name'))
  expect(await library.client().pictures.refused()).toEqual([])
  expect(await left()).toEqual([])
  await waitFor(() => library.core().progress().takingIn === 0)
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

it('an address that a window added and that was not fetched yet continues at the next start, too', async () => {
  const file = join(library.folder(), 'mug.png')
  await writePng(file, 'mug')
  const bytes = await readFile(file)
  const asked: string[] = []
  let answer = (path: string, response: ServerResponse): void => {
    if (path === '/mug.png') response.end(bytes)
  }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  // The second one is still unanswered when Packshot ends, as after a kill.
  void library
    .core()
    .addAddresses([at('/mug.png'), at('/cup.png')])
    .catch(() => {})
  await waitFor(async () => (await library.names()).includes('mug.png') && asked.includes('/cup.png'))
  await library.reopen()
  expect(await left()).toHaveLength(1)

  answer = (_, response) => void response.end(Buffer.concat([bytes, Buffer.from('cup')]))
  await library.core().addUnfinished()
  expect((await library.names()).sort()).toEqual(['cup.png', 'mug.png'])
  expect(asked).toEqual(['/mug.png', '/cup.png', '/cup.png'])
  expect(await left()).toEqual([])
})

describe('a drop that a power failure interrupts after a file was copied', () => {
  /** The data folder as the power failure leaves it. The dropped file is missing since, like a card that was removed. */
  const cutThenRemove = async (): Promise<string> => {
    const file = join(library.folder(), 'Süße Tasse.png')
    await writePng(file, 'cup')
    let open = (): void => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    const drop = library.core().addFiles([file])
    const drafts = join(library.folder(), 'data', 'drafts')
    await waitFor(async () => (await readdir(drafts).catch(() => [])).length === 1)
    const cut = join(library.folder(), 'cut')
    await cp(join(library.folder(), 'data'), cut, { recursive: true })
    open()
    gate = Promise.resolve()
    await drop
    await rm(file)
    return cut
  }
  const goOn = async (folder: string) => {
    const { core, client } = await openTestCore(folder)
    await core.addUnfinished()
    const found = { images: await client.pictures.list(), refused: await client.pictures.refused(), jobs: await client.jobs.list({}) }
    await core.stop()
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
    return found
  }
  const isThere = { images: [{ name: 'Süße Tasse.png' }], refused: [], jobs: [{ work: { operation: 'upload-source' } }] }

  it('adds the copy', async () => {
    expect(await goOn(await cutThenRemove())).toMatchObject(isThere)
  })

  it('adds the original that had no row yet', async () => {
    const cut = await cutThenRemove()
    const originals = join(library.folder(), 'data', 'originals')
    await cp(originals, join(cut, 'originals'), { recursive: true })
    for (const draft of await readdir(join(cut, 'drafts'))) await rm(join(cut, 'drafts', draft))
    expect(await goOn(cut)).toMatchObject(isThere)
  })

  it('ignores a copy that is incomplete, and reports the missing file', async () => {
    const cut = await cutThenRemove()
    const [draft = ''] = await readdir(join(cut, 'drafts'))
    await truncate(join(cut, 'drafts', draft), 60)
    expect(await goOn(cut)).toMatchObject({ images: [], refused: [{ problem: { code: 'file-missing' } }], jobs: [] })
  })

  it('adds a changed file whose earlier picture is from a time that the clock was set back from', async () => {
    const file = join(library.folder(), 'Süße Tasse.png')
    await writePng(file, 'as it was')
    await library.reopen({ clock: { now: () => Date.now() + 365 * 24 * 60 * 60_000 } })
    await library.core().addFiles([file])
    await library.reopen()
    const cut = await cutThenRemove()
    for (const draft of await readdir(join(cut, 'drafts'))) await rm(join(cut, 'drafts', draft))
    await writePng(file, 'cup')
    const { images } = await goOn(cut)
    expect(images).toHaveLength(2)
  })

  it.each(['ENOSPC', 'EIO'])('keeps the copy for the next start where it can’t be taken now (%s)', async (code) => {
    const cut = await cutThenRemove()
    const files = {
      ...systemFiles,
      readInto: async (path: string, ...rest: readonly unknown[]) => {
        if (path.includes('drafts')) throw Object.assign(new Error(code), { code, syscall: 'read' })
        return (systemFiles.readInto as (...all: unknown[]) => Promise<number>)(path, ...rest)
      },
    } as typeof systemFiles
    const { core, client } = await openTestCore(cut, { files })
    await core.addUnfinished()
    expect(await client.pictures.refused()).toHaveLength(1)
    expect(await client.pictures.list()).toEqual([])
    await core.stop()
    expect(await goOn(cut)).toMatchObject(isThere)
  })

  it('keeps the copy through other starts in between', async () => {
    const cut = await cutThenRemove()
    const { core } = await openTestCore(cut)
    await core.stop()
    expect(await goOn(cut)).toMatchObject(isThere)
  })
})
