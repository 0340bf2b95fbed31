import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { LibraryFilter, LibraryRow } from '../../shared/pictures/library.ts'
import { openTestCore, type TestCore, type TestPorts, waitFor, writePng } from './open-test-core.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'

export type TestLibrary = ReturnType<typeof prepareTestLibrary>

/** For each test: a temp folder, a scripted service and the real core, with common steps for tests of the library. */
export const prepareTestLibrary = (ports: TestPorts = {}) => {
  let folder = ''
  let service: ScriptedService
  let open: TestCore
  let isOpen = false
  const close = async (): Promise<void> => {
    if (isOpen) await open.core.stop()
    isOpen = false
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-library-'))
    service = await startScriptedService()
    open = await openTestCore(join(folder, 'data'), ports)
    isOpen = true
  })
  afterEach(async () => {
    await close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const counts = async () => (await open.client.queue.status()).counts
  const settled = (limitMs?: number): Promise<void> =>
    waitFor(async () => {
      const { waiting, running } = await counts()
      return waiting === 0 && running === 0
    }, limitMs)

  const add = async (names: readonly string[], upload = true): Promise<void> => {
    const pictures = join(folder, 'pictures')
    await mkdir(pictures, { recursive: true })
    for (const name of names) await writePng(join(pictures, name), `seed of ${name}`)
    await open.client.intake.add({ named: names.map((name) => join(pictures, name)), recursive: false, upload })
  }

  /** Writes other bytes into a picture's file, as a person does who edited it, and adds it again. */
  const addChanged = async (name: string, seed: string, upload = true): Promise<void> => {
    await writePng(join(folder, 'pictures', name), seed)
    await open.client.intake.add({ named: [join(folder, 'pictures', name)], recursive: false, upload })
  }

  const page = (filter: Partial<LibraryFilter> = {}, by: 'added' | 'name' | 'bytes' | 'pixels' = 'added', descending = false) =>
    open.client.library.page({ offset: 0, limit: 500, sort: { by, descending }, filter })

  return {
    folder: () => folder,
    service: () => service,
    core: (): TestCore['core'] => open.core,
    client: (): TestCore['client'] => open.client,
    secrets: (): TestCore['secrets'] => open.secrets,
    counts,
    settled,
    add,
    addChanged,
    page,
    connect: () =>
      open.client.session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key', rates: { 'analyse-image': null } }),
    close,
    start: () => open.core.start(),
    pass: (...args: Parameters<TestCore['pass']>) => open.pass(...args),
    passUntil: (...args: Parameters<TestCore['passUntil']>) => open.passUntil(...args),
    names: async (...args: Parameters<typeof page>) => (await page(...args)).rows.map((row) => row.name),
    row: async (name: string): Promise<LibraryRow> => {
      const found = (await page()).rows.find((row) => row.name === name)
      if (!found) throw new Error(`${name} is not in the library`)
      return found
    },
    attach: (images: readonly string[], name = 'Mug', more: object = {}) =>
      open.client.products.attach({
        images: { kind: 'some', images: [...images] },
        product: { kind: 'new', name },
        attribute: 'Images',
        current: null,
        again: false,
        ...more,
      }),
    ask: (images: readonly string[], question: string) =>
      open.client.questions.ask({ images: { kind: 'some', images: [...images] }, questions: [question], again: false }),
    /** `dataFolder`: where the data folder is now. */
    reopen: async (more: TestPorts = {}, dataFolder = join(folder, 'data')): Promise<void> => {
      await close()
      open = await openTestCore(dataFolder, { ...ports, ...more, secrets: open.secrets })
      isOpen = true
    },
  }
}
