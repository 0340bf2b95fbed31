import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import { makeLibraryWithLongList } from '../../../support/library-with-long-list.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'

const pictures = 3_000
let folder: string
let opened: TestCore | undefined
afterEach(async () => {
  await opened?.core.stop()
  await rm(folder, { recursive: true, force: true })
})

it('one list of 3,000 pictures is fixed, sent again and undone as a whole', async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-again-'))
  await makeLibraryWithLongList(folder, pictures)
  opened = await openTestCore(folder)
  const { client } = opened
  await client.queue.pause()
  const imageIds = await client.library.ids({ sort: usualOrder, filter: {} })
  const fixed = await client.checks.fix({ imageIds, wishes: [{ kind: 'scale-down', longestEdge: 20 }] })
  expect(fixed.pictures).toBe(pictures)
  const { action, ...started } = await client.sendAgain.start({ images: { kind: 'selected', ids: imageIds } })
  expect(started).toMatchObject({ pictures, uploads: pictures, products: 1 })
  expect(await client.sendAgain.start({ images: { kind: 'all' } })).toMatchObject({ pictures: 0, uploads: 0, queued: pictures })
  expect(await client.sendAgain.undo({ action: action ?? 0 })).toEqual({ cancelled: 1, products: 0 })
  expect(opened.core.progress()).toMatchObject({ waiting: 0, parked: 0 })
})
