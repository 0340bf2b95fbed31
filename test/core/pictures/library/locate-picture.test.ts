import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { createImageLocator } from '../../../../electron/core/pictures/library/locate-picture.ts'
import { thumbnailPath } from '../../../../electron/core/pictures/library/original-path.ts'
import type { StoredImage } from '../../../../electron/core/pictures/library/picture-store.ts'

let dataFolder = ''
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'packshot-locate-'))
})
afterEach(() => rm(dataFolder, { recursive: true }))

it('has a thumbnail made again that a power failure left empty, before a window gets it', async () => {
  const sha256 = 'a'.repeat(64)
  const thumbnail = join(dataFolder, thumbnailPath(sha256))
  await mkdir(dirname(thumbnail), { recursive: true })
  await writeFile(thumbnail, '')
  const image = { id: 'img', sha256, check: 'passed', version: 1, hasAlpha: false } as StoredImage
  let made = 0
  const locate = createImageLocator({
    images: { get: () => image },
    dataFolder,
    files: systemFiles,
    show: async () => {
      made++
      await writeFile(thumbnail, 'pixels')
    },
    sentFiles: { get: async () => Promise.reject(new Error('not in this test')) },
    shownConversion: () => {
      throw new Error('not in this test')
    },
  })
  for (let times = 0; times < 2; times++) expect(await locate('img', 'thumbnail')).toMatchObject({ path: thumbnail })
  expect(made).toBe(1)
})
