import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Display, startDisplay } from './display.ts'
import { type ElectronHost, openElectronHost } from './electron-host.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'

type Set = {
  /** For the test's own files; the data folder is inside. */
  readonly folder: () => string
  readonly service: () => ScriptedService
  /** Opens this build on the test's data folder; it is closed with the test. */
  readonly open: (build: string) => Promise<ElectronHost>
}

/** For each test of the calling group: a folder, a service whose answers the test decides, and Electron if it is requested. */
export const setUpElectronWithService = (): Set => {
  let display: Display | undefined
  let folder: string
  let service: ScriptedService
  let host: ElectronHost | undefined
  beforeAll(async () => {
    display = process.platform === 'linux' ? await startDisplay() : undefined
  })
  afterAll(async () => display?.stop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-electron-'))
    service = await startScriptedService()
  })
  afterEach(async () => {
    await host?.close()
    host = undefined
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder: () => folder,
    service: () => service,
    open: async (build) => {
      host = await openElectronHost({ build, dataFolder: join(folder, 'data'), display: display?.name })
      return host
    },
  }
}
