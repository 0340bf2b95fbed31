import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const drop = 'a'.repeat(32)
const arrived = (named = drop) => library.client().intake.arrived({ drop: named })

const write = async (name: string): Promise<string> => {
  await mkdir(join(library.folder(), 'Shoot'), { recursive: true })
  const path = join(library.folder(), 'Shoot', name)
  await writePng(path, `seed of ${name}`)
  return path
}

it('a window learns which pictures came with its drop, those that were there before among them, and none of another drop', async () => {
  await library.core().addFiles([await write('old.png')])
  expect(await arrived()).toEqual({ isDone: false, imageIds: [] })
  await write('new.png')
  await library.core().addFiles([join(library.folder(), 'Shoot'), join(library.folder(), 'missing.png')], true, drop)
  const ids = (await library.page({}, 'name')).rows.map(({ id }) => id)
  const { isDone, imageIds } = await arrived()
  expect(isDone).toBe(true)
  expect(imageIds.toSorted()).toEqual(ids.toSorted())
  expect(await arrived('b'.repeat(32))).toEqual({ isDone: false, imageIds: [] })
})

it('a drop is done once none of its files is on its way, also where one is refused', async () => {
  let go = (): void => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const path = await write('slow.png')
  const slowly = async function* () {
    await held
    yield* createReadStream(path)
  }
  const sending = library.core().receiveUpload(slowly(), 'slow.png', drop)
  await library.core().receiveUpload(
    (async function* () {
      yield new TextEncoder().encode('words')
    })(),
    'notes.txt',
    drop,
  )
  expect((await arrived()).isDone).toBe(false)
  go()
  await sending
  await waitFor(async () => (await arrived()).isDone)
  expect((await arrived()).imageIds).toEqual([(await library.row('slow.png')).id])
})
