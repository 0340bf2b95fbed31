import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generalActions } from '../../shared/base/general-advice-words.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { groupBy } from '../renderer/group-views.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { packshot } from '../support/packshot-process.ts'

const lack = lackForElectronTests()
let display: Display | undefined
let folder: string
let host: ElectronHost | undefined

const open = async (): Promise<ElectronHost['page']> => {
  host = await openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name })
  return host.page
}
const readKept = (page: ElectronHost['page']): Promise<string> => page.evaluate(() => localStorage.getItem('first-sight') ?? '')

/** A built file and all its static imports, by path. */
const readImported = async (path: string, found = new Map<string, string>()): Promise<ReadonlyMap<string, string>> => {
  if (found.has(path)) return found
  const source = await readFile(path, 'utf8')
  found.set(path, source)
  for (const [, name = ''] of source.matchAll(/(?:^|;)import\b[^;"]*"(\.[^"]+)"(?=;)/gm))
    await readImported(join(dirname(path), name), found)
  return found
}

/** The sentences of advice that such a script holds: those of errors, and long enough to be found nowhere else. */
const findAdvice = (source: string): string[] =>
  Object.values(generalActions).filter((advice) => advice.length > 40 && source.includes(advice))

it('little is loaded before the window is requested: no schemas, no core, no words of errors', async () => {
  const files = [...(await readImported(join(realBuild, 'main/main.js'))).values()]
  expect(files.length).toBeGreaterThan(1)
  // Each takes longer to open than to run.
  expect(files.length).toBeLessThan(5)
  expect(files.filter((source) => source.includes('ZodError'))).toEqual([])
  expect(findAdvice(files.join(''))).toEqual([])
  expect(files.join('').length).toBeLessThan(75_000)
})

it('the window’s first script holds the dialog that the welcome offers, no schemas and no words of errors', async () => {
  const page = await readFile(join(realBuild, 'renderer/index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.?(\/[^"]+\.js)"/g)].map(([, name = '']) => join(realBuild, 'renderer', name))
  const source = (await Promise.all(scripts.map((script) => readFile(script, 'utf8')))).join('')
  expect(source.length).toBeGreaterThan(100_000)
  expect(source.includes('Drop the .packshot file here')).toBe(true)
  // Not compared as text: a failure would print all of it.
  expect(source.includes('ZodError')).toBe(false)
  expect(findAdvice(source)).toEqual([])
  expect(source.length).toBeLessThan(800_000)
})

it('each script that is loaded later is small, so that compiling it is no long turn of the page', async () => {
  const assets = join(realBuild, 'renderer/assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js') && !name.startsWith('index-'))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect((await stat(join(assets, name))).size, name).toBeLessThan(200_000)
})

describe.skipIf(lack)(`the first sight of the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-first-sight-'))
    display = await startDisplay()
  })
  afterAll(async () => {
    await host?.close()
    await display?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('shows the last state first, then replaces it if it has changed or was saved by another build', async () => {
    const paths = await writeTestPictures(join(folder, 'pictures'), 3)
    const first = await open()
    await first.getByRole('button', { name: 'Try the sample workspace' }).waitFor()
    await dragFilesOnto(first, '#main', paths.slice(0, 2))
    await first.getByText('2 pictures', { exact: true }).first().waitFor()
    await expect.poll(() => readKept(first)).toContain('picture-00001')
    // With the size of the pictures' place, or the next start would lay them out twice.
    expect(await readKept(first)).toMatch(/"sizes":\[\["pictures \d+x\d+",{"width":[1-9]\d+,"height":[1-9]\d+}\]/)
    // Order and layout are settings, so they are there again at the next start, also without the last state.
    await first.getByRole('button', { name: 'Show as list' }).click()
    await first.getByRole('button', { name: 'Size', exact: true }).click()
    await expect.poll(() => readKept(first)).toContain('"sort":{"by":"bytes","descending":true},"groupBy":"nothing","layout":"list"')
    await host?.close()

    const added = await packshot(['add', paths[2] ?? ''], { dataFolder: join(folder, 'data') })
    expect(added.code, added.stderr).toBe(0)
    const second = await open()
    expect(await readKept(second)).not.toContain('picture-00002')
    await second.getByText('3 pictures', { exact: true }).first().waitFor()
    await second.getByRole('gridcell', { name: 'picture-00002.jpg' }).waitFor()
    await second.locator('[role=grid][data-layout=list]').waitFor()
    await expect.poll(() => readKept(second)).toContain('picture-00002')
    // In groups nothing is drawn without their counts and names.
    await groupBy(second, 'Folder')
    for (const part of ['groups', 'groupPage']) await expect.poll(() => readKept(second)).toContain(`["library","${part}"]`)
    await second.evaluate(() => {
      const other = { build: 'app://packshot/another.js', queries: [[[['session', 'get'], { type: 'query' }], 'no view at all']], live: {} }
      localStorage.setItem('first-sight', JSON.stringify(other))
      // The page saves no more states.
      localStorage.setItem = () => {}
    })
    await host?.kill()

    const third = await open()
    await third.getByText('3 pictures', { exact: true }).first().waitFor()
    await third.getByText('No workspace yet.').waitFor()
    await third.locator('[role=grid][data-layout=list]').waitFor()
    await third.getByRole('button', { name: 'Sort by File size' }).waitFor()
  })

  it('lets Chromium set up the page once, in its first process', async () => {
    const page = host?.page ?? (await open())
    expect(await page.evaluate(async () => [...(await fetch('/')).headers.keys()])).not.toContain('cross-origin-opener-policy')
    expect(await page.evaluate(() => [window.opener, window.open('app://packshot/')])).toEqual([null, null])
  })

  it('sets no timer that repeats: an idle window sleeps', async () => {
    const page = host?.page ?? (await open())
    await page.addInitScript(() => {
      const set: string[] = []
      Object.assign(window, { repeating: set })
      const setReal = window.setInterval
      window.setInterval = ((...given: Parameters<typeof setReal>) => {
        set.push(String(given[0]))
        return setReal(...given)
      }) as typeof setReal
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    await page.getByRole('status', { name: 'Queue' }).waitFor()
    expect(await page.evaluate(() => (window as unknown as { repeating: string[] }).repeating)).toEqual([])
  })

  it('describes waiting work with the final text, never as nothing of nothing', async () => {
    const page = host?.page ?? (await open())
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { seen })
      new MutationObserver(() => seen.add(document.querySelector('[role=status][aria-label=Queue]')?.textContent ?? '')).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await expect.poll(() => readKept(page)).toContain('app://packshot/assets/')
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('first-sight') ?? '')
      kept.live.queue = { counts: { waiting: 5, running: 0, parked: 0, done: 9, cancelled: 0 }, holds: [] }
      localStorage.setItem('first-sight', JSON.stringify(kept))
      // The page saves no more states.
      Storage.prototype.setItem = () => {}
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
    expect(seen).toContain('0 of 5 jobs done')
  })
})
