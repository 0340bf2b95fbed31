import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { placeKey } from '../../../../electron/core/pictures/library/natural-key.ts'
import { sortByName } from '../../../../renderer/products/ledger/sort-pictures.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('names pictures by their ids and by their sources, in the order asked for, also when they have left the library', async () => {
  await library.add(['a.png', 'b.png'])
  await library.connect()
  await library.start()
  await library.settled()
  const [a, b] = await Promise.all(['a.png', 'b.png'].map(library.row))
  const { sourceId } = await library.client().library.details({ imageId: b?.id ?? '' })
  const folder = join(library.folder(), 'pictures')
  const named = (by: 'image' | 'source', ids: string[]) => library.client().library.names({ by, ids })
  expect(await named('image', [b?.id ?? '', 'img_none', a?.id ?? ''])).toEqual([
    { id: b?.id, imageId: b?.id, name: 'b.png', folder, isNotFirst: false, placeKey: placeKey(['pictures'], 'b.png') },
    { id: a?.id, imageId: a?.id, name: 'a.png', folder, isNotFirst: false, placeKey: placeKey(['pictures'], 'a.png') },
  ])
  await library.client().library.remove({ imageIds: [b?.id ?? ''] })
  const gone = { id: sourceId, imageId: b?.id, name: 'b.png', folder, isNotFirst: false, placeKey: placeKey(['pictures'], 'b.png') }
  expect(await named('source', ['src_of_a_colleague', sourceId ?? ''])).toEqual([gone])
})

it('orders pictures by name in a dialog as the library does: the one without a number comes first', async () => {
  await library.add(['SKU (2).png', 'SKU-10.png', 'SKU-2.png', 'SKU.png', 'Sku 10.png', 'b.png'], false)
  const { rows } = await library.page({}, 'added', true)
  const ids = rows.map((row) => row.id)
  expect(rows[0]?.name).toBe('b.png')
  expect(rows.map((row) => row.name).indexOf('SKU.png')).toBeLessThan(rows.map((row) => row.name).indexOf('SKU (2).png'))
  const names = new Map((await library.client().library.names({ by: 'image', ids })).map((one) => [one.id, one]))
  expect(await sortByName(ids.toSorted(), names)).toEqual(ids)
})

it('shows a picture’s file where it is kept; if it is gone, its folder, and says so if that is gone, too', async () => {
  const shown: string[] = []
  await library.reopen({ showInFolder: (path) => shown.push(path) })
  await library.add(['a.png'])
  const { id: imageId } = await library.row('a.png')
  const folder = join(library.folder(), 'pictures')
  const show = () => library.client().library.showInFolder({ imageId })
  await show()
  await rm(join(folder, 'a.png'))
  await show()
  expect(shown).toEqual([join(folder, 'a.png'), folder])
  await rm(folder, { recursive: true })
  await expect(show()).rejects.toMatchObject({ code: 'file-missing' })
})
