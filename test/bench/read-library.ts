import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createJournal } from '../../electron/core/base/database/journal.ts'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { startLongThread } from '../../electron/core/base/database/long-reader.ts'
import { startReaderThread } from '../../electron/core/base/database/reader.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { makeReads } from '../../electron/core/reads.ts'
import { askedQuestions, sheetView } from '../../shared/answers/sheet.ts'
import { type LibraryFilter, type LibraryGrouping, type LibrarySort, librarySort } from '../../shared/pictures/library.ts'
import { openTestCore } from '../support/open-test-core.ts'
import { readAnswers } from '../support/read-answers.ts'
import type { Timed, Work } from './measured-core.ts'
import type { Task } from './measured-process.ts'
import { stepMark } from './run-measured.ts'

const built = (name: string): string => fileURLToPath(new URL(`../../out/main/${name}.js`, import.meta.url))

/** As `reader-thread.ts` opens it. */
const cacheKb = 32_000

const none: LibraryFilter = { text: '', state: null, format: null, productRef: null, folder: null }
const filters: Readonly<Record<string, LibraryFilter>> = {
  all: none,
  uploaded: { ...none, state: 'uploaded' },
  'not attached': { ...none, state: 'not-attached' },
  'missing answers': { ...none, state: 'missing-answer' },
  folder: { ...none, folder: '/pictures' },
  JPEG: { ...none, format: 'jpeg' },
  'a word that all have': { ...none, text: 'white' },
  'a word that few have': { ...none, text: '0042' },
}
const groupings: readonly LibraryGrouping[] = ['nothing', 'folder', 'product']
const sorts: readonly LibrarySort[] = librarySort.shape.by.options.map((by) => ({ by, descending: by === 'added' }))

/** Three letters of names, of questions, of answers, of all of them and of none. */
const letters = ['jpg', 'pro', '042', 'wha', 'doe', 'let', 'img', 'te ', 'zzq'] as const

/** Milliseconds of a processor: of this thread, which says more than the clock on a busy machine. */
const cpuOf = async (act: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** The longest turn of this thread's event loop meanwhile, in milliseconds of a processor. */
const longestTurn = async (act: () => Promise<unknown>): Promise<number> => {
  let [longest, isOver, last] = [0, false, process.threadCpuUsage()]
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await act()
  isOver = true
  await new Promise((resolve) => setImmediate(resolve))
  return longest
}

const tell = (text: string): void => void process.stderr.write(`${stepMark}${text}\n`)

/** One after another. */
const next = <T>(list: readonly T[], one: T): T => list[(list.indexOf(one) + 1) % list.length] as T

/**
 * Lists as the reader's thread reads them. An open library shows one page; then a person changes its filter, its order or its groups, and the page after
 * that is measured. What the reader keeps from the page before is what it keeps from any. `anew`: without a page before.
 */
const readPages = async (dataFolder: string, phases: Record<string, number>): Promise<void> => {
  const database = new DatabaseSync(libraryFile(dataFolder), { readOnly: true })
  database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKb}`)
  const journal = createJournal(database, systemPlatform)
  const make = () => makeReads({ journal, ...systemPlatform })
  const connectionId = String(journal.get('SELECT id FROM connections')?.id)
  const pictures = Number(journal.get('SELECT pictures FROM picture_count')?.pictures)
  const step = async (name: string, act: () => unknown): Promise<number> => {
    const ms = await cpuOf(act)
    phases[name] = Math.max(phases[name] ?? 0, ms)
    return ms
  }
  type View = Parameters<ReturnType<typeof make>['library.page']>[0]
  const took: Record<'filter' | 'order' | 'groups' | 'anew', number[]> = { filter: [], order: [], groups: [], anew: [] }
  const readAfter = async (name: string, kind: keyof typeof took, before: View | null, view: View): Promise<void> => {
    const reads = make()
    if (before) reads['library.page'](before)
    took[kind].push(await step(`page: ${name}: ${kind}`, () => reads['library.page'](view)))
  }
  const open: View = { sort: sorts[0] as LibrarySort, filter: none, groupBy: 'nothing', checkBasis: null, offset: 0, limit: 100 }
  make()['library.page'](open)
  for (const [name, filter] of Object.entries(filters))
    for (const groupBy of groupings)
      for (const sort of sorts)
        for (const offset of [0, Math.floor(pictures * 0.9)]) {
          const view = { ...open, sort, filter, groupBy, offset }
          const called = `${name}, ${groupBy === 'nothing' ? 'no groups' : `by ${groupBy}`}`
          await readAfter(called, 'filter', { ...view, filter: none }, view)
          await readAfter(called, 'order', { ...view, sort: next(sorts, sort) }, view)
          await readAfter(called, 'groups', { ...view, groupBy: next(groupings, groupBy) }, view)
          await readAfter(called, 'anew', null, view)
        }
  for (const [kind, all] of Object.entries(took)) {
    all.sort((one, other) => one - other)
    phases[`page p95, ${kind}`] = all[Math.floor(all.length * 0.95)] ?? Number.NaN
  }
  // A person who searches has the library, or the answers, open before.
  for (const sort of sorts) {
    const reads = make()
    reads['library.page']({ ...open, sort })
    for (const text of letters)
      await step('search of the library', () => reads['library.page']({ ...open, sort, filter: { ...none, text } }))
  }
  const answers = { text: '', question: null, kind: null, connectionId, offset: 0, limit: 100 }
  const reads = make()
  await step('answers, no text', () => reads['questions.page'](answers))
  for (const text of letters) await step('search of answers', () => reads['questions.page']({ ...answers, text }))
  await step('select all', () => make()['library.ids']({ ...open, sort: { by: 'name', descending: false } }))
  database.close()
}

/** How often a page is asked for while all pictures are asked about. */
const clockMs = 50

/** Reads a library as its window does; `phases` has the processor time of each list, of a kind of page the slowest. */
export const readLibrary = async ({ dataFolder, asks }: Extract<Task, { kind: 'reads' }>, timed: Timed): Promise<Work> =>
  timed(async () => {
    const phases: Record<string, number> = {}
    await readPages(dataFolder, phases)
    for (const [name, ms] of Object.entries(phases)) tell(`${name}: ${ms.toFixed(0)} ms of a processor`)
    let isReady = (): void => {}
    const ready = new Promise<void>((resolve) => {
      isReady = resolve
    })
    const begun = performance.now()
    const { core, client } = await openTestCore(dataFolder, {
      timers: systemPlatform.timers,
      onDamage: () => {},
      startReader: () => startReaderThread(built('reader-thread'), dataFolder),
      startLongReader: (task) => startLongThread(built('long-reader-thread'), dataFolder, task),
      log: ({ event }) => {
        if (event === 'reader-ready') isReady()
      },
    })
    const page = () => client.library.page({ offset: 0, limit: 100, sort: { by: 'added', descending: true }, filter: {} })
    const { total } = await page()
    phases['open, and its first page'] = performance.now() - begun
    // Neither the timer that starts the thread nor an idle thread keeps a process.
    const waiting = setInterval(() => {}, 1_000)
    await ready
    clearInterval(waiting)
    await client.queue.pause()

    const out = join(dataFolder, 'out')
    mkdirSync(out)
    const exportTo = (kind: 'csv' | 'xlsx') =>
      client.exports.write({
        view: sheetView.parse({ setId: askedQuestions }),
        which: 'all',
        layout: {
          rows: 'pictures',
          form: kind === 'csv' ? { kind, separator: ',', bom: true, flat: false } : { kind },
          comesBack: false,
          columns: [
            { header: 'name', from: { kind: 'fact', fact: 'name' } },
            { header: 'label', from: { kind: 'question', question: 'What does the label say?' } },
          ],
        },
        to: { kind: 'path', path: join(out, `table.${kind}`) },
      })
    const long: Readonly<Record<string, () => Promise<unknown>>> = {
      'all answers': () => readAnswers(client),
      'table, CSV': () => exportTo('csv'),
      'table, XLSX': () => exportTo('xlsx'),
      'hand-over': () => client.handover.write({ to: { kind: 'path', path: join(out, 'work.packshot-handover') }, originals: false }),
    }
    for (const [name, act] of Object.entries(long)) {
      const [before, start] = [process.cpuUsage(), performance.now()]
      await act()
      const used = process.cpuUsage(before)
      phases[name] = performance.now() - start
      phases[`${name}, processor`] = (used.user + used.system) / 1_000
      phases[`${name}, longest turn`] = await longestTurn(act)
      tell(
        `${name}: ${phases[name].toFixed(0)} ms, ${phases[`${name}, processor`]?.toFixed(0)} of a processor, longest turn ${phases[`${name}, longest turn`]?.toFixed(1)}`,
      )
    }
    if (asks) {
      const imageIds = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
      const start = performance.now()
      let [isOver, slowest] = [false, 0]
      const asked = client.questions
        .ask({ images: { kind: 'selected', ids: imageIds }, questions: ['What is in the background?'], again: false })
        .then(() => {
          phases['ask about all'] = performance.now() - start
          isOver = true
        })
      // A page that is asked for late, since the thread was busy, was wanted when its time had come.
      const reading: Promise<void>[] = []
      for (let at = 0; !isOver; at++) {
        const wanted = start + at * clockMs
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, wanted - performance.now())))
        reading.push(
          page().then(() => {
            slowest = Math.max(slowest, performance.now() - wanted)
          }),
        )
      }
      await Promise.all([asked, ...reading])
      phases['slowest page while asking'] = slowest
    }
    await core.stop()
    return { count: total, phases, bytes: { library: statSync(libraryFile(dataFolder)).size } }
  })
