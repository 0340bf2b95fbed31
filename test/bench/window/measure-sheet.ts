import type { DrivenApp } from './driven-app.ts'
import { readMemory } from './open-scene.ts'
import { sheetName } from './sheet-folder.ts'
import { type Watched, watchFrames } from './watch-frames.ts'

export const sheetSelector = `[role=grid][aria-label^="${sheetName}"]`

/** Milliseconds from the key or the click to the frame after the one that shows it, one for each try. */
export type SheetTimes = {
  readonly open: readonly number[]
  readonly scroll: Watched
  readonly edit: readonly number[]
  readonly sort: readonly number[]
  readonly filter: readonly number[]
  /** With the pause after the last letter. */
  readonly search: readonly number[]
  /** Until it is on the disk. */
  readonly paste: readonly number[]
  readonly undo: readonly number[]
  readonly approve: readonly number[]
  /** The longest task of the page and the longest turn of the main process, by what was done. */
  readonly stalls: Readonly<Record<string, { readonly page: number; readonly core: number }>>
  readonly privateMb: number
  readonly profile: string | null
}

/** Functions of the page that all steps use; in the page as `bench`. */
export const prepare = (selector: string): void => {
  const frame = () => new Promise(requestAnimationFrame)
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
  const grid = (): HTMLElement => document.querySelector(selector) as HTMLElement
  const key = (target: HTMLElement, init: KeyboardEventInit): void =>
    void target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  const find = (wanted: string, words: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.textContent?.trim().startsWith(words))
  const until = async <T>(look: () => T | null | undefined | false): Promise<T> => {
    const begun = performance.now()
    for (;;) {
      const found = look()
      if (found) return found
      if (performance.now() - begun > 60_000) throw new Error(`it did not happen in a minute: ${look}; ${said()}; ${textAt(0, 0)}`)
      await frame()
    }
  }
  const cellAt = (row: number, column: number): HTMLElement | null =>
    grid()?.querySelector(`[role=gridcell][data-row="${row}"][data-column="${column}"]`)
  const textAt = (row: number, column: number): string => cellAt(row, column)?.querySelector<HTMLElement>('[dir]')?.textContent ?? ''
  /** Until `isShown`, and one frame more: by then it was drawn. */
  const time = async (act: () => void, isShown: () => unknown): Promise<number> => {
    await frame()
    const begun = performance.now()
    act()
    await until(isShown)
    await frame()
    return performance.now() - begun
  }
  const put = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
    const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const said = (): string => [...document.querySelectorAll('[aria-live=polite]')].map((one) => one.textContent).join(' ')
  Object.assign(globalThis, { bench: { frame, tasks, grid, key, find, until, cellAt, textAt, time, put, said } })
}

type Bench = {
  readonly frame: () => Promise<unknown>
  readonly tasks: number[]
  readonly grid: () => HTMLElement
  readonly key: (target: HTMLElement, init: KeyboardEventInit) => void
  readonly find: (wanted: string, words: string) => HTMLElement | undefined
  readonly until: <T>(look: () => T | null | undefined | false) => Promise<T>
  readonly cellAt: (row: number, column: number) => HTMLElement | null
  readonly textAt: (row: number, column: number) => string
  readonly time: (act: () => void, isShown: () => unknown) => Promise<number>
  readonly put: (field: HTMLInputElement | HTMLTextAreaElement, text: string) => void
  readonly said: () => string
}
type BenchPage = { readonly bench: Bench }

export const openSheet = (app: DrivenApp): Promise<number> =>
  app.run(async () => {
    const { bench } = globalThis as unknown as BenchPage
    const link = await bench.until(() => bench.find('a', 'Sheet'))
    return bench.time(
      () => link.click(),
      () => bench.textAt(0, 0) !== '',
    )
  })

export const edit = (app: DrivenApp, times: number): Promise<number[]> =>
  app.run(async (count) => {
    const { bench } = globalThis as unknown as BenchPage
    const all: number[] = []
    bench.grid().focus()
    bench.key(bench.grid(), { key: 'Home', ctrlKey: true })
    await bench.frame()
    for (let row = 0; row < count; row++) {
      const field = (): HTMLTextAreaElement | null | undefined => bench.cellAt(row, 0)?.querySelector('textarea')
      const opened = await bench.time(() => bench.key(bench.grid(), { key: 'F2' }), field)
      const words = `Typed by the bench ${row}`
      bench.put((await bench.until(field)) as HTMLTextAreaElement, words)
      await bench.frame()
      const saved = await bench.time(
        () => bench.key(field() as HTMLTextAreaElement, { key: 'Enter' }),
        () => bench.textAt(row, 0) === words,
      )
      all.push(opened, saved)
    }
    return all
  }, times)

const sort = (app: DrivenApp, columns: readonly string[]): Promise<number[]> =>
  app.run(async (names) => {
    const { bench } = globalThis as unknown as BenchPage
    const all: number[] = []
    for (const name of names)
      for (const order of ['Sort A to Z', 'Sort Z to A', 'Usual order']) {
        const before = bench.textAt(0, 0)
        document.querySelector<HTMLElement>(`button[aria-label="Column ${name}"]`)?.click()
        const item = await bench.until(() => bench.find('[role=menuitem]', order))
        all.push(
          await bench.time(
            () => item.click(),
            () => bench.textAt(0, 0) !== before && bench.textAt(0, 0) !== '',
          ),
        )
        await bench.until(() => !document.querySelector('[role=menu]'))
      }
    return all
  }, columns)

const filter = (app: DrivenApp, states: readonly string[]): Promise<number[]> =>
  app.run(async (names) => {
    const { bench } = globalThis as unknown as BenchPage
    const all: number[] = []
    const count = (): string | null | undefined => bench.grid()?.getAttribute('aria-rowcount')
    for (const name of names) {
      document.querySelector<HTMLElement>('button[aria-label^="State filter"]')?.click()
      for (const _ of ['on', 'off']) {
        const item = await bench.until(() => bench.find('[role=menuitemcheckbox]', name))
        const before = count()
        all.push(
          await bench.time(
            () => item.click(),
            () => count() !== undefined && count() !== before,
          ),
        )
      }
      document.querySelector<HTMLElement>('button[aria-label^="State filter"]')?.click()
      await bench.until(() => !document.querySelector('[role=menu]'))
    }
    return all
  }, states)

const search = (app: DrivenApp, words: readonly string[]): Promise<number[]> =>
  app.run(async (texts) => {
    const { bench } = globalThis as unknown as BenchPage
    const all: number[] = []
    const count = (): string | null | undefined => bench.grid()?.getAttribute('aria-rowcount')
    const field = document.querySelector<HTMLInputElement>('input[aria-label="Search the sheet"]') as HTMLInputElement
    for (const text of [...texts, '']) {
      const before = count()
      all.push(
        await bench.time(
          () => bench.put(field, text),
          () => count() !== undefined && count() !== before,
        ),
      )
    }
    return all
  }, words)

/** Pastes a table of this many rows into the first ones, and takes that back. Each until it is on the disk and shown. */
const paste = (app: DrivenApp, rows: number): Promise<readonly [pasted: number, undone: number]> =>
  app.run(async (count) => {
    const { bench } = globalThis as unknown as BenchPage
    bench.grid().focus()
    bench.key(bench.grid(), { key: 'Home', ctrlKey: true })
    await bench.frame()
    const before = bench.textAt(0, 0)
    const mark = `${count} ${performance.now()}`
    const data = new DataTransfer()
    data.setData(
      'text/plain',
      Array.from({ length: count }, (_, row) =>
        Array.from({ length: 8 }, (__, column) => `Pasted ${mark} ${row} ${column}`).join('\t'),
      ).join('\n'),
    )
    const pasted = await bench.time(
      () => bench.grid().dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })),
      () => bench.said().includes(`${(count * 8).toLocaleString('en')} cells pasted`) && bench.textAt(0, 0).startsWith('Pasted'),
    )
    const undone = await bench.time(
      () => bench.key(bench.grid(), { key: 'z', ctrlKey: true }),
      () => bench.said().includes('Undone') && bench.textAt(0, 0) === before,
    )
    return [pasted, undone] as const
  }, rows)

/** Approves the whole first column from its menu, and takes that back. */
const approveColumn = (app: DrivenApp): Promise<number> =>
  app.run(async () => {
    const { bench } = globalThis as unknown as BenchPage
    document.querySelector<HTMLElement>('button[aria-label="Column Alt text"]')?.click()
    const item = await bench.until(() => bench.find('[role=menuitem]', 'Approve the column'))
    const took = await bench.time(
      () => item.click(),
      () => bench.said().includes('cells approved'),
    )
    bench.grid().focus()
    bench.key(bench.grid(), { key: 'z', ctrlKey: true })
    await bench.until(() => bench.said().includes('Undone'))
    return took
  })

type Options = { readonly runs: number; readonly scrollMs: number; readonly pastedRows: number; readonly withProfile: boolean }

/** Works in the sheet of an open app, step by step, and closes it. */
export const measureSheet = async (app: DrivenApp, { runs, scrollMs, pastedRows, withProfile }: Options): Promise<SheetTimes> => {
  const stalls: Record<string, { page: number; core: number }> = {}
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await app.run(() => {
      ;(globalThis as unknown as BenchPage).bench.tasks.length = 0
    })
    await app.longestTurn()
    const done = await work()
    const page = await app.run(async () => {
      const { bench } = globalThis as unknown as BenchPage
      // An observer is called after the task.
      await bench.frame()
      await bench.frame()
      return Math.max(0, ...bench.tasks)
    })
    stalls[name] = { page, core: await app.longestTurn() }
    return done
  }
  const repeat = async <T>(work: () => Promise<T>): Promise<T[]> => {
    const all: T[] = []
    for (let run = 0; run < runs; run++) all.push(await work())
    return all
  }
  try {
    await app.run(prepare, sheetSelector)
    const open = [await step('open', () => openSheet(app))]
    const scroll = await step('scroll', () => watchFrames(app, { selector: sheetSelector, ms: scrollMs, pixelsPerSecond: 3_000 }))
    const edited = await step('edit', () => edit(app, 15))
    const sorted = await step('sort', () => sort(app, ['Alt text', 'Color']))
    const filtered = await step('filter', () => filter(app, ['Approved', 'Rejected', 'Edited']))
    const searched = await step('search', () => search(app, ['amber', 'amber 12']))
    const pasted = await step('paste and undo', () => repeat(() => paste(app, pastedRows)))
    const approved = await step('approve a column and undo', () => repeat(() => approveColumn(app)))
    const profile = withProfile
      ? await app.profile(() => watchFrames(app, { selector: sheetSelector, ms: scrollMs / 2, pixelsPerSecond: 3_000 }))
      : null
    const { privateMb } = await readMemory(app)
    return {
      ...{ open, scroll, edit: edited, sort: sorted, filter: filtered, search: searched, approve: approved, stalls, privateMb, profile },
      paste: pasted.map(([ms]) => ms),
      undo: pasted.map(([, ms]) => ms),
    }
  } finally {
    await app.close()
  }
}
