import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../electron/core/base/platform/files.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const yearMs = 365 * 24 * 60 * 60 * 1000
let ahead = 0
const flushed: string[] = []
const files: Files = {
  ...systemFiles,
  flushFolder: async (folder) => {
    await systemFiles.flushFolder(folder)
    flushed.push(folder)
  },
}
const library = prepareTestLibrary({ clock: { now: () => Date.now() + ahead }, files })
const data = (): string => join(library.folder(), 'data')

describe('a clock that was ahead', () => {
  it.each([
    ['a year', yearMs],
    ['two hours', 2 * 60 * 60 * 1000],
  ])('by %s delays no job after it was corrected', async (_, ms) => {
    ahead = ms
    await library.connect()
    await library.add(['one.png'])
    await library.ask(['one.png'], 'White?')
    ahead = 0
    await library.start()
    await library.settled()
    expect((await library.counts()).done).toBe(2)
  })

  it('doesn’t cause a snapshot every second because of one dated in the future', async () => {
    ahead = yearMs
    const snapshots = async () => (await readdir(join(data(), 'snapshots')).catch(() => [])).filter((name) => name.endsWith('.db'))
    await library.add(['one.png'], false)
    await library.passUntil(async () => (await snapshots()).length === 1)
    const [future] = await snapshots()
    ahead = 0
    await library.add(['two.png'], false)
    await library.passUntil(async () => (await snapshots()).some((name) => name !== future))
    const made = await snapshots()
    for (const name of ['three.png', 'four.png', 'five.png']) {
      await library.add([name], false)
      await library.pass(2_000)
      expect(await snapshots()).toEqual(made)
    }
  })
})

describe('originals and a power failure', () => {
  it('flushes the folder of an original before the row that relies on it', async () => {
    flushed.length = 0
    await library.add(['one.png'], false)
    const [image] = await library.client().pictures.list()
    expect(flushed).toContain(join(data(), 'originals', image?.sha256.slice(0, 1) ?? ''))
    expect(flushed).toContain(join(data(), 'originals'))
  })

  it('completes a draft whose rename was undone, and removes the others', async () => {
    await library.add(['one.png'], false)
    const [image] = await library.client().pictures.list()
    await library.close()
    const folder = join(data(), 'originals', image?.sha256.slice(0, 1) ?? '')
    const [original = ''] = await readdir(folder)
    await mkdir(join(data(), 'drafts'), { recursive: true })
    await rename(join(folder, original), join(data(), 'drafts', 'a1b2'))
    await rm(folder, { recursive: true })
    await writeFile(join(data(), 'drafts', 'other'), 'nothing that anybody needs')
    await library.reopen()
    expect(existsSync(join(folder, original))).toBe(true)
    await waitFor(async () => (await readdir(join(data(), 'drafts'))).length === 0)
  })

  it('starts even if a draft cannot be removed', async () => {
    await library.close()
    await mkdir(join(data(), 'drafts'), { recursive: true })
    await writeFile(join(data(), 'drafts', 'stuck'), 'held by another program')
    const remove: Files['remove'] = async (path, options) => {
      if (path.includes('drafts')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
      await systemFiles.remove(path, options)
    }
    await library.reopen({ files: { ...files, remove } })
    expect(await library.client().pictures.list()).toEqual([])
  })
})
