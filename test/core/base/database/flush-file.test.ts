import { expect, it } from 'vitest'
import { createFileFlush, flushNameFirst } from '../../../../electron/core/base/database/flush-file.ts'

it('flushes the folder once for a new log, before a change counts as saved', async () => {
  const flushed: string[] = []
  const flusher = { flush: async () => void flushed.push('file'), close: () => {} }
  const log = createFileFlush(flushNameFirst(flusher, async () => void flushed.push('folder')))
  await log.changed()
  expect(flushed).toEqual(['file', 'folder'])
  await log.changed()
  expect(flushed).toEqual(['file', 'folder', 'file'])
})
