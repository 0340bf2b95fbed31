import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writePictureTree } from '../fixtures/picture-tree.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { watchForStalls } from '../support/watch-for-stalls.ts'

const lack = lackForElectronTests()
let display: Display | undefined
let folder: string
let host: ElectronHost | undefined

describe.skipIf(lack)(`bad input${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    display = process.platform === 'linux' ? await startDisplay() : undefined
  })
  afterAll(async () => display?.stop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-bad-input-'))
  })
  afterEach(async () => {
    await host?.close()
    host = undefined
    await rm(folder, { recursive: true, force: true })
  })

  it('probe', async () => {
    const count = Number(process.env.N ?? 3000)
    console.time('write')
    const paths = await writePictureTree(join(folder, 'pictures'), count, { perFolder: Number(process.env.PER ?? 500) })
    console.timeEnd('write')
    host = await openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name })
    const { page, app } = host
    await page.waitForTimeout(1500)
    const cdp = await page.context().newCDPSession(page)
    if (process.env.PROF) {
      await cdp.send('Profiler.enable')
      await cdp.send('Profiler.setSamplingInterval', { interval: 1000 })
      await cdp.send('Profiler.start')
      await app.evaluate(async () => {
        const { Session } = process.getBuiltinModule('node:inspector/promises')
        const session = new Session()
        session.connect()
        await session.post('Profiler.enable')
        await session.post('Profiler.setSamplingInterval', { interval: 1000 })
        await session.post('Profiler.start')
        Object.assign(globalThis, { prof: session })
      })
    }
    const watch = await watchForStalls(app, page)
    console.time('drop')
    await dragFilesOnto(page, 'body', process.env.TREE ? [join(folder, 'pictures')] : paths)
    console.timeEnd('drop')
    console.time('in')
    await expect
      .poll(async () => page.getByRole('heading', { name: 'Library' }).locator('xpath=..').innerText(), {
        timeout: 400_000,
        interval: 1000,
      })
      .toContain(count.toLocaleString('en'))
    console.timeEnd('in')
    console.log(JSON.stringify(await watch.read()))
    if (process.env.PROF) {
      const { writeFileSync } = await import('node:fs')
      writeFileSync('/tmp/w/page.cpuprofile', JSON.stringify((await cdp.send('Profiler.stop')).profile))
      await app.evaluate(async () => {
        const { profile } = await (globalThis as unknown as { prof: { post: (m: string) => Promise<{ profile: unknown }> } }).prof.post(
          'Profiler.stop',
        )
        process.getBuiltinModule('node:fs').writeFileSync('/tmp/w/main.cpuprofile', JSON.stringify(profile))
      })
    }
  }, 500_000)
})
