import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openTestCore, type TestCore, type TestPorts } from '../../../support/open-test-core.ts'

/** For each test: a temp folder, in which people have cores of their own. */
export const prepareColleagues = () => {
  let folder = ''
  const opened: TestCore[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'packshot-handover-'))
  })
  afterEach(async () => {
    for (const { core } of opened.splice(0)) await core.stop()
    rmSync(folder, { recursive: true })
  })
  return {
    folder: () => folder,
    person: async (name: string, more: TestPorts = {}): Promise<TestCore> => {
      const core = await openTestCore(join(folder, name), { userName: () => name, ...more })
      opened.push(core)
      return core
    },
    quit: async (one: TestCore): Promise<void> => {
      opened.splice(opened.indexOf(one), 1)
      await one.core.stop()
    },
    /** Imports a product list. */
    list: async ({ client }: TestCore, text: string): Promise<void> => {
      const path = join(folder, 'list.csv')
      writeFileSync(path, text)
      await client.catalogue.importFile({ path, columns: {}, dryRun: false })
    },
  }
}
