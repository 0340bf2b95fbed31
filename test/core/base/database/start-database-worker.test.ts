import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { listSnapshots } from '../../../../electron/core/base/database/snapshots.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { platformAt } from '../../../support/platform-at.ts'

const sourceOf = (name: string): string => fileURLToPath(new URL(`../../../../electron/core/base/database/${name}`, import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-worker-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('stopping the database thread while a snapshot is written keeps the process until both are done', async () => {
  openDatabase(folder, platformAt(0), true).database.close()
  // A process of its own: nothing else may keep its event loop busy.
  const program = `
    const { startDatabaseWorker } = await import(${JSON.stringify(sourceOf('start-database-worker.ts'))})
    const worker = startDatabaseWorker(${JSON.stringify(sourceOf('database-worker.ts'))}, ${JSON.stringify(folder)})
    const saved = worker.snapshot(Date.now())
    await worker.stop()
    await saved
    console.log('stopped')`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('stopped\n')
  expect(listSnapshots(systemFiles.sync, folder)).toHaveLength(1)
})
