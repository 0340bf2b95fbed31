import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { libraryFile } from '../../../electron/core/base/database/library-files.ts'
import type { Files } from '../../../electron/core/base/platform/files.ts'
import { type OpenFolderEvents, openSystemFolderEvents } from '../../../electron/core/base/platform/folder-events.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary({ watchesFolders: true })

const folder = (...inside: string[]): string => join(library.folder(), 'studio', ...inside)
const put = (name: string, seed = name): Promise<void> => writePng(folder(name), seed)
const add = (rules: object = {}, onlyNew = false) =>
  library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules, onlyNew })
const names = () => library.names({}, 'name')
const state = async () => (await library.client().watching.list())[0]?.state
const report = () => library.client().watching.report()
const quiet = () => library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))

describe('“only new ones”', () => {
  it('is noted at the next start if Packshot ended meanwhile, and leaves the pictures alone that are there', async () => {
    await mkdir(folder())
    for (let at = 0; at < 250; at++) await writeFile(folder(`${at}.png`), `content ${at}`)
    let facts = 0
    const files: Files = {
      ...systemPlatform.files,
      // Ends after a part is noted.
      facts: (path) => (path.endsWith('.png') && ++facts > 230 ? new Promise(() => {}) : systemPlatform.files.facts(path)),
    }
    await library.reopen({ files })
    await library.start()
    void add({}, true).catch(() => {})
    await library.passUntil(() => expect(facts).toBeGreaterThan(230))
    await library.reopen({ files: systemPlatform.files })
    await library.start()
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
    await put('new.png')
    await library.passUntil(async () => expect(await names()).toEqual(['new.png']))
    expect(await report()).toMatchObject({ added: 1, refused: 0 })
  })

  it('is not watched if the folder can’t be listed', async () => {
    await mkdir(folder())
    let lists = 0
    const files: Files = {
      ...systemPlatform.files,
      entries: (path) => {
        if (path === folder() && ++lists > 1) throw Object.assign(new Error('EIO'), { code: 'EIO' })
        return systemPlatform.files.entries(path)
      },
    }
    await library.reopen({ files })
    await library.start()
    await expect(add({}, true)).rejects.toMatchObject({ failure: { kind: 'watch-unreadable' } })
    expect(await library.client().watching.list()).toEqual([])
  })
})

describe('a watched folder', () => {
  it('gets another workspace or set, one after the other, when both were removed', async () => {
    await mkdir(folder())
    await library.start()
    await library.connect()
    const connectionId = (await library.client().session.get()).connection?.id ?? ''
    const set = await library
      .client()
      .questionSets.save({ name: 'One', runsOnDrop: false, questions: [{ question: 'One?', column: '', checks: [] }] })
    const { id, rules } = await add({ connectionId, questionSetId: set.id })
    await library.client().questionSets.remove({ id: set.id })
    await library.client().workspaces.forget({ connectionId, queue: 'keep' })
    // As the window sends them: all of them.
    expect(await library.client().watching.change({ id, rules: { ...rules, match: true } })).toMatchObject({ rules: { match: true } })
    const changed = await library.client().watching.change({ id, rules: { ...rules, connectionId: null } })
    expect(changed.rules).toMatchObject({ connectionId: null, questionSetId: set.id })
    await expect(library.client().watching.change({ id, rules: { questionSetId: 'another' } })).rejects.toMatchObject({
      failure: { kind: 'set-unknown' },
    })
  })

  it('counts a refused file once, and no longer when it is repaired or gone', async () => {
    await mkdir(folder())
    await library.start()
    await add()
    for (const name of ['a.png', 'b.png']) await writeFile(folder(name), 'no picture')
    await library.passUntil(async () => expect((await report()).refused).toBe(2))
    await writeFile(folder('a.png'), 'no picture, and another one')
    await writeFile(folder('b.png'), 'no picture, and another one')
    await quiet()
    await put('other.png')
    await library.passUntil(async () => expect(await names()).toEqual(['other.png']))
    expect((await report()).refused).toBe(2)
    await put('a.png')
    await rm(folder('b.png'))
    await library.passUntil(async () => expect((await report()).refused).toBe(0))
    expect(await names()).toEqual(['a.png', 'other.png'])
  })

  it('tries refused files once more after an update that reads more', async () => {
    await mkdir(folder())
    await library.start()
    await add()
    await writeFile(folder('a.png'), 'no picture')
    await library.passUntil(async () => expect((await report()).refused).toBe(1))
    await library.client().watching.acknowledge({ through: (await report()).through })
    await library.close()
    const database = new DatabaseSync(libraryFile(join(library.folder(), 'data')))
    database.exec('UPDATE watched_folders SET read_by = 0')
    database.close()
    let reads = 0
    const readInto: Files['readInto'] = (path, ...more) => {
      if (path === folder('a.png')) reads++
      return systemPlatform.files.readInto(path, ...more)
    }
    await library.reopen({ files: { ...systemPlatform.files, readInto } })
    await library.start()
    await library.passUntil(() => expect(reads).toBeGreaterThan(0))
    await quiet()
    const after = reads
    expect(await report()).toMatchObject({ refused: 0, added: 0 })
    expect((await library.client().watching.list())[0]?.counts.refused).toBe(1)
    await library.reopen()
    await library.start()
    await quiet()
    expect(reads).toBe(after)
  })

  it('leaves Packshot’s own data folder out that is moved into it', async () => {
    await mkdir(folder())
    await library.start()
    await add({ upload: false })
    await put('a.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    await quiet()
    await library.close()
    await cp(join(library.folder(), 'data'), folder('data'), { recursive: true })
    await library.reopen({}, folder('data'))
    await library.start()
    await put('b.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    expect((await library.client().watching.list())[0]?.counts.pictures).toBe(2)
    expect((await library.client().pictures.list()).map(({ origin }) => origin)).toEqual(
      expect.arrayContaining([{ kind: 'file', path: folder('a.png') }]),
    )
  })

  it('relies on events again when the system has room for them', async () => {
    await mkdir(folder())
    let isFull = true
    const openFolderEvents: OpenFolderEvents = (path, options, listener) => {
      if (!isFull) return openSystemFolderEvents(path, options, listener)
      listener.onFailed(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
      return { follow: () => {}, close: () => {} }
    }
    await library.reopen({ openFolderEvents })
    await library.start()
    await add()
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching', by: 'polling' }))
    isFull = false
    // Five minutes are fifteen seconds here.
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching', by: 'events' }))
    await put('a.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
  }, 60_000)
})
