import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLibraryWatch } from '../../../../electron/core/base/database/library-watch.ts'
import { createSequenceMark } from '../../../../electron/core/base/database/sequence-mark.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-library-watch-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('marks the last change before an idle period, too, so that a log that was truncated there is detected', async () => {
  const watch = createLibraryWatch({ ...systemPlatform, dataFolder: folder, log: () => {} })
  const read = () => createSequenceMark(folder, systemPlatform.files.sync).read()?.sequence
  watch.onDurable({ id: 'ab', sequence: 1 })
  expect(read()).toBe(1)
  watch.onDurable({ id: 'ab', sequence: 2 })
  watch.onDurable({ id: 'ab', sequence: 3 })
  // Marking every change would cost one file write each.
  expect(read()).toBe(1)
  await vi.waitFor(() => expect(read()).toBe(3))
})
