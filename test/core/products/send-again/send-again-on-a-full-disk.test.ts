import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { otherFormats } from '../../../fixtures/other-formats.ts'
import { createFullCommits } from '../../../support/full-commits.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { createRealConversion } from '../../../support/real-conversion.ts'

const disk = createFullCommits()
const { startImageProcess } = createRealConversion()
const library = prepareTestLibrary({ startImageProcess, openDatabaseFile: disk.openDatabaseFile })
const images = { kind: 'all' } as const
const webp = 'plain.webp'

/** A picture in two products: the list of the second waits for the upload that was queued for the first. */
it('queues the exchange in both lists, or says that it could not when the commit finds no room', async () => {
  await library.connect()
  const change = (jpegQuality: number) => library.client().connections.change({ jpegQuality })
  await change(40)
  await library.start()
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, webp), (await otherFormats[webp]?.()) ?? Buffer.alloc(0))
  await library.client().intake.add({ named: [join(folder, webp)], recursive: false, upload: true })
  await library.settled()
  for (const name of ['Mug', 'Cup']) await library.attach([webp], name)
  await library.settled()
  const lists = async () => (await library.client().products.list()).map(({ lists: [list] }) => list?.sourceIds)
  const before = await lists()
  expect(before).toHaveLength(2)
  await library.client().queue.pause()
  await change(80)
  disk.refuse((commit) => commit === 1)
  const queued = await library
    .client()
    .sendAgain.start({ images })
    .then(
      () => true,
      () => false,
    )
  disk.refuse()
  expect(queued).toBe(false)
  expect(await library.counts()).toMatchObject({ waiting: 0 })
  await library.client().sendAgain.start({ images })
  await library.client().queue.resume()
  await library.settled()
  expect(await library.counts()).toMatchObject({ waiting: 0, parked: 0 })
  const after = await lists()
  expect(new Set(after.flat()).size).toBe(1)
  expect(after).not.toEqual(before)
})
