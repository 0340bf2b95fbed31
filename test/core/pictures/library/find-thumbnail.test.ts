import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findThumbnail } from '../../../../electron/core/pictures/library/locate-picture.ts'
import { thumbnailPath } from '../../../../electron/core/pictures/library/original-path.ts'
import { imageIdOf } from '../../../../electron/core/pictures/library/picture-id.ts'

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'packshot-find-thumbnail-'))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const keep = async (sha256: string, bytes: readonly number[]): Promise<string> => {
  const path = join(dataFolder, thumbnailPath(sha256))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Uint8Array.from(bytes))
  return path
}

it('finds a thumbnail by the start of its hash, which is in the id, and detects its type from its content', async () => {
  const [jpeg, png] = [`ab${'1'.repeat(62)}`, `ab${'2'.repeat(62)}`]
  const jpegPath = await keep(jpeg, [0xff, 0xd8, 0xff])
  const pngPath = await keep(png, [0x89, 0x50, 0x4e, 0x47])
  expect(findThumbnail(dataFolder, imageIdOf(jpeg))).toEqual({ path: jpegPath, type: 'image/jpeg', version: 1 })
  expect(findThumbnail(dataFolder, imageIdOf(png))).toEqual({ path: pngPath, type: 'image/png', version: 1 })
})

it('finds nothing for another picture, without the folder, or before there is a library', async () => {
  expect(findThumbnail(dataFolder, imageIdOf('cd'.repeat(32)))).toBeUndefined()
  await keep('ab'.repeat(32), [0xff])
  expect(findThumbnail(dataFolder, imageIdOf(`ab${'0'.repeat(62)}`))).toBeUndefined()
  expect(findThumbnail(dataFolder, imageIdOf('cd'.repeat(32)))).toBeUndefined()
})
