import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { waitFor, writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

let slowMs = 0
const library = prepareTestLibrary({
  startImageProcess: () => ({
    inspect: async ({ format }) => {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      return { format, width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false }
    },
    stop: async () => {},
  }),
})

const total = 120
const writePictures = async (): Promise<string> => {
  const folder = join(library.folder(), 'shoot')
  await mkdir(folder)
  for (let at = 0; at < total; at++) await writePng(join(folder, `${at}.png`), `picture ${at}`)
  return folder
}
const left = (): Promise<string[]> => readdir(join(library.folder(), 'data', 'unfinished'))

it('a drop that was broken off by the end of Packshot goes on at the next start; what was removed meanwhile stays away', async () => {
  const folder = await writePictures()
  slowMs = 40
  const drop = library.core().takeInFiles([folder])
  const ended = expect(drop).rejects.toMatchObject({ code: 'cancelled' })
  await waitFor(async () => (await library.page()).total >= 10)
  expect(library.core().progress().takingIn).toBeGreaterThan(0)
  const { rows } = await library.page()
  const [gone] = rows
  await library.client().library.remove({ imageIds: [gone?.id ?? ''] })
  await library.reopen()
  await ended
  expect((await library.page()).total).toBeLessThan(total - 1)
  expect(await left()).toHaveLength(1)

  slowMs = 0
  // Taken in already: nobody misses the file.
  await rm(join(folder, rows[1]?.name ?? ''))
  await library.core().takeInUnfinished()
  expect(new Set(await library.names()).size).toBe(total - 1)
  expect(await library.names()).not.toContain(gone?.name)
  expect(await library.client().images.refused()).toEqual([])
  expect(await left()).toEqual([])
  expect(library.core().progress().takingIn).toBe(0)
})
