import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRestarts } from '../../electron/shell/restarts.ts'
import { AppError } from '../../shared/base/errors.ts'

const diskFailed = new AppError('disk-failed', { kind: 'disk-not-saving', said: 'EIO' }).toRecord()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-restarts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a crashing app restarts three times in ten minutes, then stays closed until they are over', () => {
  let now = 1_000_000_000
  const open = () => createRestarts(join(folder, 'restarts.json'), () => now)
  for (let time = 0; time < 3; time++) {
    expect(open().take(diskFailed)).toBe(true)
    now += 60_000
  }
  expect(open().take(diskFailed)).toBe(false)
  now += 8 * 60_000
  expect(open().take(diskFailed)).toBe(true)
})

it('the reason for a restart is given once; a damaged note is ignored', () => {
  const restarts = createRestarts(join(folder, 'restarts.json'), () => 5)
  restarts.take(diskFailed)
  expect(restarts.takeReason()).toEqual(diskFailed)
  expect(restarts.takeReason()).toBeNull()
  writeFileSync(join(folder, 'restarts.json'), 'not JSON')
  expect(restarts.takeReason()).toBeNull()
  expect(restarts.take(diskFailed)).toBe(true)
})
