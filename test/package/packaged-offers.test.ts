import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { logFile } from '../../electron/core/window/open-log.ts'
import { managedFileName } from '../../electron/core/workspaces/offers/offer-source.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { openPackagedApp, type PackagedApp, startOnceMore, teamFile } from './packaged-app.ts'

const { lack, folder, program } = inject('madePackage')
let display: Display
let work: string
let app: PackagedApp | undefined

const startOf = (args: readonly string[]) => ({
  program,
  cwd: join(work, 'elsewhere'),
  dataFolder: join(work, 'data'),
  env: { PATH: process.env.PATH, HOME: work, DISPLAY: display.name },
  args,
})
const open = async (args: readonly string[] = []): Promise<PackagedApp> => {
  app = await openPackagedApp(startOf(args))
  return app
}
const managed = (): string => join(folder, 'resources', managedFileName)
const sheet = ({ page }: PackagedApp, name: string) => page.getByRole('dialog', { name: `Connect to “${name}”?` })

describe.skipIf(lack)(`connections passed to the packaged app${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    display = await startDisplay()
  })
  afterAll(() => display?.stop())
  beforeEach(async () => {
    work = await mkdtemp(join(tmpdir(), 'packshot-packaged-offers-'))
    await mkdir(join(work, 'elsewhere'))
  })
  afterEach(async () => {
    if (app?.child.exitCode === null) await app.stop()
    app = undefined
    await rm(managed(), { force: true })
    await rm(work, { recursive: true, force: true })
  })

  it('a first start with a .packshot file shows the sheet', async () => {
    await writeFile(join(work, 'elsewhere/Team Blue.packshot'), JSON.stringify({ ...teamFile, name: 'Team Blue' }))
    await sheet(await open(['Team Blue.packshot']), 'Team Blue').waitFor()
  })

  it('a managed installation has one in the app’s resources, which is offered once', async () => {
    await writeFile(managed(), JSON.stringify({ ...teamFile, name: 'The company' }))
    const first = await open()
    const offered = sheet(first, 'The company')
    await offered.waitFor()
    expect(await offered.innerText()).toContain(teamFile.baseUrl)
    await offered.getByRole('button', { name: 'Close' }).click()
    await offered.waitFor({ state: 'hidden' })
    expect(await first.stop()).toBe(0)
    const again = await open()
    await again.page.getByRole('button', { name: 'Try the sample workspace' }).waitFor()
    // Another one is offered after it.
    await writeFile(join(work, 'elsewhere/Team Blue.packshot'), JSON.stringify({ ...teamFile, name: 'Team Blue' }))
    await startOnceMore(startOf(['Team Blue.packshot']))
    await sheet(again, 'Team Blue').waitFor()
    expect(await again.page.getByRole('dialog').count()).toBe(1)
  })

  it('a managed file that cannot be used is logged, and the app starts as without one', async () => {
    await writeFile(managed(), '{"packshot": 1, "name": "The company"}')
    const { page } = await open()
    await page.getByRole('button', { name: 'Try the sample workspace' }).waitFor()
    await expect.poll(() => readFile(logFile(join(work, 'data')), 'utf8')).toContain('managed-file-refused')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
