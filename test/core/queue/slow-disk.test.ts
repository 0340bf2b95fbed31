import { expect, it } from 'vitest'
import { systemFiles } from '../../../electron/core/base/platform/system-files.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'
import type { Reply } from '../../support/scripted-service.ts'

const flushMs = 300

// Time itself: the next attempt starts 50 ms after a failure, before its end is flushed. A slow machine only widens the gap.
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

it('counts exactly the pictures that were queued when Packshot ends in the middle, and the rest with the next action', async () => {
  const names = Array.from({ length: 230 }, (_, index) => `${index}.png`)
  await library.add(names, false)
  const asked = library.ask(names, 'White?')
  await waitFor(async () => (await library.counts()).waiting > 0)
  await library.close()
  const ended = await asked.then(
    () => 'whole',
    () => 'in the middle',
  )
  expect(ended).toBe('in the middle')
  await library.reopen()
  const page = () => library.client().actions.page({ offset: 0, limit: 100, text: '', standings: [] })
  const [part] = (await page()).rows
  expect(part?.pictures).toBe(part?.counts.waiting)
  await library.ask(names, 'White?')
  const { rows } = await page()
  expect(rows.reduce((sum, row) => sum + row.pictures, 0)).toBe(names.length)
})
