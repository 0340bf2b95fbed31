import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Targets } from '../../electron/core/products/catalogue/catalogue-store.ts'
import { readList } from '../../electron/core/products/catalogue/read-list.ts'
import { openTestCore, type TestCore, type TestPorts } from './open-test-core.ts'

export type ListImporter = Awaited<ReturnType<typeof openListImporter>>

/** A core in a folder of its own, into which texts are imported as `list.csv`. */
export const openListImporter = async (ports: TestPorts = { readList }) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-lists-'))
  const opened: TestCore = await openTestCore(join(folder, 'data'), ports)
  const { catalogue } = opened.client
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= opened.core.stop()
    return stopping
  }
  return {
    ...opened,
    folder,
    write,
    importText: async (text: string, columns: Record<string, string> = {}, targets: Partial<Targets> = {}) =>
      (await catalogue.importFile({ path: write('list.csv', text), columns, targets, dryRun: false })).result,
    rows: async (text = '') => (await catalogue.page({ offset: 0, limit: 100, text })).rows,
    stop,
    end: async (): Promise<void> => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
