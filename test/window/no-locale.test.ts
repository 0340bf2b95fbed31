import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { lackOf } from '../support/lacks.ts'

// Only there Chromium reads file names by the locale.
const lack = lackForElectronTests() ?? (process.platform === 'linux' ? null : lackOf('not-linux'))
let display: Display | undefined
let folder: string
let host: ElectronHost | undefined

describe.skipIf(lack)(`a system without a locale${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-locale-'))
    display = await startDisplay()
  })
  afterAll(async () => {
    await host?.close()
    await display?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('Chromium hides dropped files with unreadable names: the window reports them and adds the others', async () => {
    const paths = await writeTestPictures(join(folder, 'pictures'), 4, { names: 'odd' })
    const noLocale = { LANG: undefined, LC_ALL: undefined, LC_CTYPE: undefined }
    host = await openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name, environment: noLocale })
    await host.page.getByRole('button', { name: 'Try the sample workspace' }).waitFor()
    await dragFilesOnto(host.page, '#main', paths)
    await host.page.getByText('3 files or folders could not be read.').waitFor()
    await host.page.getByText('Start Packshot with LC_ALL=C.UTF-8').waitFor()
    await host.page.getByRole('gridcell', { name: 'with spaces in it 0.jpg' }).waitFor()
    expect(await host.page.getByRole('gridcell').count()).toBe(1)
  })
})
