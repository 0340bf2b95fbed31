import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { largeLibraryName, makeLargeLibrary } from '../../fixtures/large-library.ts'
import { startDisplay } from '../../support/display.ts'
import { lackForElectronTests } from '../../support/electron-host.ts'
import { makePageBuild } from '../../support/host-build.ts'
import { openTestCore } from '../../support/open-test-core.ts'
import type { BenchContext, BenchLine, BenchResult } from '../bench-line.ts'
import { summariseProfile } from '../summarise-profile.ts'
import type { DrivenApp } from '../window/driven-app.ts'
import { bareSelector, openBareList, openPackshot } from '../window/open-scene.ts'
import { sumUpFrames, type Watched, watchFrames } from '../window/watch-frames.ts'

/** Issue 14: 10,000 pictures and 2,000 products stay quick. */
const goalMs = 20
const pixelsPerSecond = 3_000
const products = '[role=grid][aria-label=Products]'
const tray = '[role=grid][aria-label="Without a product"]'

const sizeOf = ({ isSmall }: BenchContext) => (isSmall ? { pictures: 500, products: 100 } : { pictures: 10_000, products: 2_000 })

/** Nine in ten pictures have a product, about five each; the others are in the tray. */
const makeMatchedLibrary = async (context: BenchContext): Promise<string> => {
  const { pictures, products: count } = sizeOf(context)
  const folder = join(context.folder, 'match-library')
  context.say(`matching ${pictures.toLocaleString('en')} pictures to ${count.toLocaleString('en')} products`)
  // Nothing listens there: it is signed out.
  await makeLargeLibrary(folder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 300 })
  const list = join(context.folder, 'products.csv')
  const rows = Array.from({ length: count }, (_, at) => `SKU-${at},Product ${at}`)
  await writeFile(list, ['SKU,Name', ...rows].join('\n'))
  const { core, client } = await openTestCore(folder)
  await client.catalogue.importFile({ path: list, columns: {}, dryRun: false })
  const files = Array.from({ length: Math.floor(pictures * 0.9) }, (_, at) => ({
    file: largeLibraryName(at),
    product: `SKU-${at % count}`,
  }))
  await client.matching.apply({ rules: [{ by: 'mapping', files }] })
  await core.stop()
  return folder
}

const openMatch = async (dataFolder: string, display: string | undefined): Promise<DrivenApp> => {
  const app = await openPackshot({ dataFolder, display })
  await app.run(async () => {
    const link = [...document.querySelectorAll<HTMLElement>('nav a')].find((one) => one.textContent?.includes('Match'))
    link?.click()
    while (!document.querySelector('[role=grid][aria-label=Products] [role=gridcell]')) await new Promise(requestAnimationFrame)
    while (!document.querySelector('[role=grid][aria-label="Without a product"] [role=row]')) await new Promise(requestAnimationFrame)
  })
  return app
}

type Runs = {
  readonly board: Watched[]
  readonly tray: Watched[]
  readonly bare: Watched[]
  shares: readonly number[]
  profile: string | null
}

const measure = async (context: BenchContext, template: string, display: string | undefined): Promise<Runs> => {
  const build = await makePageBuild('bench-bare', 'test/bench/bare-page')
  const runs: Runs = { board: [], tray: [], bare: [], shares: [], profile: null }
  const ms = context.isSmall ? 2_000 : 8_000
  for (let run = 0; run < context.runs; run++) {
    context.say(`the Match screen, ${run + 1} of ${context.runs}`)
    const dataFolder = join(context.folder, `match-${run}`)
    await mkdir(dataFolder)
    await cp(join(template, 'library.db'), join(dataFolder, 'library.db'))
    await symlink(join(template, 'thumbnails'), join(dataFolder, 'thumbnails'))
    const app = await openMatch(dataFolder, display)
    try {
      runs.board.push(await watchFrames(app, { selector: products, ms, pixelsPerSecond }))
      runs.tray.push(await watchFrames(app, { selector: tray, ms, pixelsPerSecond }))
      if (run === context.runs - 1) {
        const again = (selector: string) => () => watchFrames(app, { selector, ms: ms / 2, pixelsPerSecond })
        runs.shares = [await app.share(again(products)), await app.share(again(tray))]
        runs.profile = await app.profile(again(products))
      }
    } finally {
      await app.close()
    }
    const list = await openBareList(build, { dataFolder, display }, { count: sizeOf(context).products, height: 186 })
    runs.bare.push(await watchFrames(list, { selector: bareSelector, ms, pixelsPerSecond }).finally(list.close))
    await rm(dataFolder, { recursive: true, force: true })
  }
  await rm(build, { recursive: true, force: true })
  return runs
}

const toResults = (context: BenchContext, { board, tray: trays, bare, shares, profile }: Runs): readonly BenchResult[] => {
  const { pictures, products: count } = sizeOf(context)
  const framesOf = (all: readonly Watched[]) => sumUpFrames(all.flatMap(({ intervals }) => intervals))
  const reference = framesOf(bare)
  return [
    { what: 'products', all: board },
    { what: 'pictures without a product', all: trays },
  ].map(({ what, all }, at): BenchResult => {
    const { p50, p95, p99, longest } = framesOf(all)
    const isMet = p95 <= goalMs
    return {
      kind: 'measured',
      what: `Frames while scrolling ${what} on Match, ${pictures.toLocaleString('en')} pictures, ${count.toLocaleString('en')} products: p95 (bare virtual list)`,
      ours: `${p95.toFixed(1)} ms`,
      reference: `${reference.p95.toFixed(1)} ms`,
      ratio: `${(Math.floor((reference.p95 / p95) * 100) / 100).toFixed(2)}×`,
      goal: `≤ ${goalMs} ms`,
      met: isMet,
      notes: [
        `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)} ms; bare list p99 ${reference.p99.toFixed(0)}, longest ${reference.longest.toFixed(0)} ms`,
        `the window's main thread used ${Math.round(100 * (shares[at] ?? Number.NaN))} % of a processor`,
        `load of the machine: ${loadavg()
          .map((one) => one.toFixed(1))
          .join(', ')}`,
        ...(isMet || profile === null ? [] : summariseProfile(profile)),
      ],
    }
  })
}

/** The Match screen in the app itself, scrolled on both sides. */
export const match: BenchLine = {
  name: 'match',
  run: async (context) => {
    const lack = process.platform === 'linux' ? lackForElectronTests() : 'its screen is one of Linux'
    if (lack !== null) return [{ kind: 'skipped', what: 'The Match screen with many pictures', reason: lack }]
    const display = await startDisplay()
    try {
      return toResults(context, await measure(context, await makeMatchedLibrary(context), display.name))
    } finally {
      await display.stop()
    }
  },
}
