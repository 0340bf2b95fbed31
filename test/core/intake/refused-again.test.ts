import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOfRefusal } from '../../../shared/refused-place.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('adds refused files again, one or all, from where they are; only what is refused again stays listed', async () => {
  const shown: string[] = []
  await library.reopen({ showInFolder: (path) => shown.push(path) })
  await library.add(['a.png'])
  const { images, intake } = library.client()
  const paths = ['1.png', '2.png', '3.png'].map((name) => join(library.folder(), 'pictures', name))
  for (const path of paths) await writeFile(path, 'not a picture yet')
  await intake.add({ named: paths, recursive: false, upload: false })
  const refused = async () => (await images.refused()).map((one) => one.path)
  expect(await refused()).toEqual(paths)
  const [first = '', second = '', third = ''] = paths
  await writePng(first, 'one')
  expect(await images.tryRefusedAgain({ paths: [first] })).toEqual({ added: 1, refused: 0, left: 0 })
  expect(await refused()).toEqual([second, third])
  await writePng(second, 'two')
  expect(await images.tryRefusedAgain({ paths: [] })).toEqual({ added: 1, refused: 1, left: 0 })
  expect(await refused()).toEqual([third])
  expect(await library.names()).toEqual(['a.png', '1.png', '2.png'])
  await images.showRefused({ path: third })
  expect(shown).toEqual([third])
  // A page can't have just any file shown.
  await expect(images.showRefused({ path: first })).rejects.toMatchObject({ code: 'file-missing' })
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
