import { expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/platform/system-files.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import type { Reply } from '../../../support/scripted-service.ts'

const flushMs = 300

// The next attempt starts 50 ms after a failure: before its end is flushed.
const library = prepareTestLibrary({
  files: {
    ...systemFiles,
    openFlusher: (path) => {
      const flusher = systemFiles.openFlusher(path)
      return {
        ...flusher,
        flush: async () => {
          await new Promise((resolve) => setTimeout(resolve, flushMs))
          await flusher.flush()
        },
      }
    },
  },
})

it('on a slow disk, an attempt that begins before the end of the last one is flushed still counts as running', async () => {
  let answer: ((reply: Reply) => void) | undefined
  library.service().answer = (_, index) => (index === 1 ? { status: 500 } : new Promise<Reply>((resolve) => (answer = resolve)))
  await library.add(['a.png'])
  await library.connect()
  await library.start()
  await waitFor(() => answer !== undefined)
  // Both attempts are flushed by then.
  await new Promise((resolve) => setTimeout(resolve, 2 * flushMs))
  expect(library.core().progress()).toMatchObject({ running: 1, done: 0 })
  answer?.({ status: 201, body: { data: { id: 'src_1' } } })
  await library.settled()
  expect(library.service().received).toHaveLength(2)
})
