import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stopAtCtrlC } from '../../electron/cli/stop-at-ctrl-c.ts'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { startLongThread } from '../../electron/core/base/database/long-reader.ts'
import { systemFiles } from '../../electron/core/base/platform/system-files.ts'
import type { Answer, AnswersPiece } from '../../shared/answers/questions.ts'
import { askedQuestions, sheetView } from '../../shared/answers/sheet.ts'
import { readAllAnswers } from '../../shared/base/read-all-pages.ts'
import { makeLargeLibrary } from '../fixtures/large-library.ts'
import { openTestCore, type TestCore } from '../support/open-test-core.ts'
import { readAnswers } from '../support/read-answers.ts'

const entry = fileURLToPath(new URL('../../electron/core/long-reader-thread.ts', import.meta.url))
/** More than are made ahead of who takes them. */
const pictures = 6_000
const label = 'What does the label say?'

let folder: string
let opened: TestCore
let threads: Worker[]
let ended: number
/** What is started as a thread. */
let start: typeof startLongThread
let stop: () => Promise<void>
/** Runs to its end after each piece that is written of a file for other programs. */
let onWritten: () => Promise<unknown>
/** Names of files where exports go. */
const written = (): string[] => readdirSync(join(folder, 'out'))

let template: string
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'packshot-long-reads-'))
  await makeLargeLibrary(template, {
    pictures,
    waiting: 0,
    baseUrl: 'http://127.0.0.1:9',
    isActive: true,
    thumbnails: 0,
    questions: [label],
  })
})
afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-long-reads-'))
  await copyFile(libraryFile(template), libraryFile(folder))
  threads = []
  ended = 0
  start = startLongThread
  onWritten = async () => {}
  await mkdir(join(folder, 'out'))
  opened = await openTestCore(folder, {
    files: {
      ...systemFiles,
      create: async (path, mode) => {
        const file = await systemFiles.create(path, mode)
        const write = async (bytes: Uint8Array): Promise<void> => {
          await file.write(bytes)
          if (path.includes('.packshot-')) await onWritten()
        }
        return { ...file, write }
      },
    },
    startLongReader: (task) => {
      const thread = start(entry, folder, task)
      threads.push(thread)
      thread.once('exit', () => {
        ended += 1
      })
      return thread
    },
  })
  let stopped: Promise<void> | undefined
  stop = () => {
    stopped ??= opened.core.stop()
    return stopped
  }
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const shown = (answers: readonly Answer[]) =>
  answers.map(({ jobId, text, editedText, imageName }) => [jobId, editedText ?? text, imageName])

/** All answers, with something else after the first piece. */
const readWith = async (meanwhile: () => Promise<unknown>): Promise<{ answers: Answer[]; pieces: AnswersPiece[] }> => {
  const pieces: AnswersPiece[] = []
  const read = async function* () {
    for await (const piece of await opened.client.questions.answers()) {
      pieces.push(piece)
      yield piece
      if (pieces.length === 1) await meanwhile()
    }
  }
  return { answers: (await readAllAnswers(async () => read())).answers, pieces }
}

/** Nothing reads an earlier state of the library any more: the whole log can be written back. */
const isLogFree = (): boolean => {
  const database = new DatabaseSync(libraryFile(folder))
  try {
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } finally {
    database.close()
  }
}

describe('a long read', () => {
  it('has the state of its beginning, whatever is changed and removed meanwhile, and its thread ends with it', async () => {
    const { client } = opened
    const before = shown(await readAnswers(client))
    expect(before).toHaveLength(pictures)
    const ids = await client.library.ids({ sort: { by: 'added', descending: true }, filter: {} })
    const { answers, pieces } = await readWith(async () => {
      await client.library.remove({ imageIds: ids.slice(0, 10) })
      await client.sheet.edit({ cells: [{ imageId: ids[20] ?? '', question: label, text: 'Changed', seen: null }], kind: 'typed' })
    })
    expect(shown(answers)).toEqual(before)
    expect(pieces.map(({ done }) => done)).toEqual(pieces.map((_, at) => Math.min(pictures, (at + 1) * 500)))
    expect(new Set(pieces.map(({ total }) => total))).toEqual(new Set([pictures]))
    expect([threads.length, ended]).toEqual([2, 2])
    const after = shown(await readAnswers(client))
    expect(after).toHaveLength(pictures - 10)
    expect(after.filter(([, text]) => text === 'Changed')).toHaveLength(1)
  })

  it('ends where no more pieces are taken, and leaves no earlier state open', async () => {
    const answers = await opened.client.questions.answers()
    expect((await answers.next()).done).toBe(false)
    await answers.return(undefined)
    expect(ended).toBe(1)
    expect(isLogFree()).toBe(true)
  })

  it('comes once more, in this thread, if its thread dies in the middle', async () => {
    const before = shown(await readAnswers(opened.client))
    const { answers, pieces } = await readWith(async () => {
      await threads.at(-1)?.terminate()
    })
    expect(shown(answers)).toEqual(before)
    expect(pieces.filter(({ isAgain }) => isAgain)).toHaveLength(1)
    expect(threads).toHaveLength(2)
  })

  it.each([
    [
      'can’t be started',
      () => {
        throw new Error('no thread left')
      },
    ],
    ['ends as soon as it is started', (_entry: string, ...more: [string, never]) => startLongThread(join(folder, 'not-there.js'), ...more)],
  ])('comes in this thread if one %s', async (_how, fails) => {
    start = fails as typeof start
    expect(await readAnswers(opened.client)).toHaveLength(pictures)
  })

  it('is cancelled by the end of the app, and leaves nothing open', async () => {
    const answers = await opened.client.questions.answers()
    expect((await answers.next()).done).toBe(false)
    await stop()
    expect(ended).toBe(1)
    expect(readdirSync(folder)).not.toContain('library.db-wal')
  })
})

const exportTo = (name: string, kind: 'csv' | 'xlsx' = 'csv') =>
  opened.client.exports.write({
    view: sheetView.parse({ setId: askedQuestions }),
    which: 'all',
    layout: {
      rows: 'pictures',
      form: kind === 'csv' ? { kind, separator: ',', bom: false, flat: false } : { kind },
      comesBack: true,
      columns: [
        { header: 'name', from: { kind: 'fact', fact: 'name' } },
        { header: 'label', from: { kind: 'question', question: label } },
      ],
    },
    to: { kind: 'path', path: join(folder, 'out', name) },
  })
const textOf = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8')

describe('a hand-over', () => {
  const handOver = (name: string) =>
    opened.client.handover.write({ to: { kind: 'path', path: join(folder, 'out', `${name}.packshot-handover`) }, originals: false })

  it('has the state of its beginning, whatever is changed and removed meanwhile, and its progress grows until its end', async () => {
    const { client } = opened
    const ids = await client.library.ids({ sort: { by: 'added', descending: true }, filter: {} })
    const [progress, totals]: [number[], Set<number>] = [[], new Set()]
    onWritten = async () => {
      const { done = 0, total = 0 } = (await client.handover.progress()) ?? {}
      if (progress.push(done) === 1) await client.library.remove({ imageIds: ids.slice(0, 10) })
      totals.add(total)
    }
    expect(await handOver('out')).toMatchObject({ pictures, cells: pictures })
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect([progress.at(-1), [...totals].at(-1)]).toEqual([2 * pictures, 2 * pictures])
    expect(await handOver('after')).toMatchObject({ pictures: pictures - 10, cells: pictures - 10 })
  })

  it('that is stopped in the middle leaves no file, and no state open', async () => {
    onWritten = async () => opened.client.handover.stop()
    await expect(handOver('out')).rejects.toMatchObject({ code: 'cancelled', failure: { kind: 'handover-stopped' } })
    expect(written()).toEqual([])
    expect(ended).toBe(1)
    expect(isLogFree()).toBe(true)
  })

  it('is written once more from its beginning, in this thread, if its thread dies in the middle', async () => {
    onWritten = async () => threads.at(-1)?.terminate()
    expect(await handOver('out')).toMatchObject({ pictures, cells: pictures })
    expect(written()).toEqual(['out.packshot-handover'])
  })
})

describe('a table', () => {
  it('has the state of its beginning, whatever is changed and removed meanwhile, and its progress ends at its rows', async () => {
    const { client } = opened
    await exportTo('before.csv')
    const ids = await client.library.ids({ sort: { by: 'added', descending: true }, filter: {} })
    const [progress, isChanged]: [number[], boolean[]] = [[], []]
    onWritten = async () => {
      const { done = 0, total = 0 } = (await client.exports.progress()) ?? {}
      expect([0, pictures]).toContain(total)
      progress.push(done)
      if (isChanged.push(true) > 1) return
      await client.library.remove({ imageIds: ids.slice(0, 10) })
      await client.sheet.edit({ cells: [{ imageId: ids[20] ?? '', question: label, text: 'Changed', seen: null }], kind: 'typed' })
    }
    expect(await exportTo('out.csv')).toMatchObject({ rows: pictures, cells: pictures })
    expect(textOf('out.csv')).toBe(textOf('before.csv'))
    expect(progress.length).toBeGreaterThan(5)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect(await client.exports.progress()).toBeNull()
    onWritten = async () => {}
    expect(await exportTo('after.csv')).toMatchObject({ rows: pictures - 10 })
    expect(textOf('after.csv')).toContain('Changed')
  })

  it.each(['csv', 'xlsx'] as const)('that is stopped in the middle leaves no %s file, and no state open', async (kind) => {
    onWritten = async () => opened.client.exports.stop()
    await expect(exportTo(`out.${kind}`, kind)).rejects.toMatchObject({ code: 'cancelled', failure: { kind: 'table-stopped' } })
    expect(written()).toEqual([])
    expect(ended).toBe(1)
    expect(isLogFree()).toBe(true)
  })

  it('that Ctrl-C stops in a command, which reads without a thread, leaves no file', async () => {
    start = () => {
      throw new Error('a command has none')
    }
    onWritten = async () => void process.emit('SIGINT')
    await expect(stopAtCtrlC(opened.client.exports.stop, () => exportTo('out.csv'))).rejects.toMatchObject({ code: 'cancelled' })
    expect(written()).toEqual([])
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  it('that the end of the app stops leaves no file', async () => {
    let stopping: Promise<void> | undefined
    onWritten = async () => {
      stopping ??= stop()
    }
    await expect(exportTo('out.csv')).rejects.toMatchObject({ code: 'cancelled' })
    await stopping
    expect(written()).toEqual([])
  })

  it('is written once more from its beginning, in this thread, if its thread dies in the middle', async () => {
    await exportTo('before.csv')
    onWritten = async () => threads.at(-1)?.terminate()
    await exportTo('out.csv')
    expect(textOf('out.csv')).toBe(textOf('before.csv'))
    expect(written().toSorted()).toEqual(['before.csv', 'out.csv'])
  })

  it('on a full disk leaves no file, and ends its thread', async () => {
    onWritten = async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }
    await expect(exportTo('out.csv')).rejects.toMatchObject({ code: 'disk-full' })
    expect(written()).toEqual([])
    expect(ended).toBe(1)
  })
})
