import { expect, it } from 'vitest'
import { createFileSync, flushNameFirst } from '../../../electron/core/database/sync-file.ts'

it('a change of a new log is on disk only when the log’s name is, which is flushed once', async () => {
  const flushed: string[] = []
  const flusher = { flush: async () => void flushed.push('file'), close: () => {} }
  const log = createFileSync(flushNameFirst(flusher, async () => void flushed.push('folder')))
  await log.changed()
  expect(flushed).toEqual(['file', 'folder'])
  await log.changed()
  expect(flushed).toEqual(['file', 'folder', 'file'])
})
