import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { toWorkerError } from '../../../../electron/core/formats/decoding-process/decoding-messages.ts'
import type { ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { folderOfRefusal } from '../../../../shared/pictures/refused-place.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** The decoder refuses a picture that ends so. */
const cutOff = 'cut off'
const startImageProcess = (): ImagePool => ({
  inspect: async ({ path, format }) => {
    if ((await readFile(path)).includes(cutOff)) throw toWorkerError({ kind: 'picture-cut-off' })
    return { format, width: 640, height: 480, orientation: 1, hasAlpha: true, hasGps: false }
  },
  ...noBarcodes,
  prepare: () => {},
  stop: async () => {},
})
const library = prepareTestLibrary({ startImageProcess })

it('adds refused files again, one or all, from where they are; only what is refused again stays listed', async () => {
  const shown: string[] = []
  await library.reopen({ showInFolder: (path) => shown.push(path) })
  await library.add(['a.png'])
  const { pictures, intake } = library.client()
  const paths = ['1.png', '2.png', '3.png'].map((name) => join(library.folder(), 'pictures', name))
  for (const path of paths) await writeFile(path, 'not a picture yet')
  await intake.add({ named: paths, recursive: false, upload: false })
  const refused = async () => (await pictures.refused()).map((one) => one.path)
  expect(await refused()).toEqual(paths)
  const [first = '', second = '', third = ''] = paths
  await writePng(first, 'one')
  expect(await pictures.tryRefusedAgain({ paths: [first] })).toEqual({ added: 1, known: 0, refused: 0, left: 0 })
  expect(await refused()).toEqual([second, third])
  await writePng(second, 'two')
  expect(await pictures.tryRefusedAgain({ paths: [] })).toEqual({ added: 1, known: 0, refused: 1, left: 0 })
  expect(await refused()).toEqual([third])
  expect(await library.names()).toEqual(['a.png', '1.png', '2.png'])
  await pictures.showRefused({ path: third })
  expect(shown).toEqual([third])
  // A page can't have just any file shown.
  await expect(pictures.showRefused({ path: first })).rejects.toMatchObject({ code: 'file-missing' })
})

it('puts a file that is added at last where it belongs: among those it was dropped with, from the dropped folder on', async () => {
  const { pictures, intake } = library.client()
  const shoot = join(library.folder(), 'Shoot')
  const path = (sku: string) => join(shoot, 'autumn', sku, '1.png')
  for (const sku of ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4']) {
    await mkdir(dirname(path(sku)), { recursive: true })
    await writePng(path(sku), sku)
  }
  await writeFile(path('SKU-2'), 'not a picture yet')
  // Its header is a picture's, so that only the decoder refuses it.
  const whole = await readFile(path('SKU-3'))
  await writeFile(path('SKU-3'), Buffer.concat([whole, Buffer.from(cutOff)]))
  await intake.add({ named: [shoot], recursive: true, upload: false })
  await expect.poll(async () => (await pictures.refused()).length).toBe(2)
  await library.add(['later.png'], false)
  const places = async () => (await library.page({}, 'added', true)).rows.map((row) => basename(dirname(`${row.folder}/${row.name}`)))
  expect(await places()).toEqual(['pictures', 'SKU-1', 'SKU-4'])
  await writePng(path('SKU-2'), 'SKU-2')
  await writeFile(path('SKU-3'), whole)
  expect(await pictures.tryRefusedAgain({ paths: [] })).toEqual({ added: 2, known: 0, refused: 0, left: 0 })
  expect(await places()).toEqual(['pictures', 'SKU-1', 'SKU-2', 'SKU-3', 'SKU-4'])
  expect(await library.names({ text: 'shoot/autumn/sku' })).toHaveLength(4)
})

it('says which of the files added again were in the library already', async () => {
  await library.add(['a.png'], false)
  const { pictures, intake } = library.client()
  const copy = join(library.folder(), 'pictures', 'copy.png')
  await writeFile(copy, 'not a picture yet')
  await intake.add({ named: [copy], recursive: false, upload: false })
  await writePng(copy, 'seed of a.png')
  expect(await pictures.tryRefusedAgain({ paths: [copy] })).toEqual({ added: 0, known: 1, refused: 0, left: 0 })
})

it('names the folder of a refused file on every system, and none for bytes without a path', () => {
  const folderOf = (path: string, name = 'a.png') => folderOfRefusal({ name, path })
  expect(folderOf('/home/mira/shoot/a.png')).toBe('/home/mira/shoot')
  expect(folderOf('/a.png')).toBe('/')
  expect(folderOf('C:\\shoot\\a.png')).toBe('C:\\shoot')
  expect(folderOf('\\\\server\\shoot\\a.png')).toBe('\\\\server\\shoot')
  expect(folderOf('https://shop.example/a.png')).toBe('https://shop.example/a.png')
  expect(folderOf('a.png')).toBeNull()
})
