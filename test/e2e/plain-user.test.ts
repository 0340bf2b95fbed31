import { appendFile, chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest'
import type { Image } from '../../shared/pictures/pictures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { createPlainUser, type PlainUser } from '../support/plain-user.ts'

let folder: string
let data: string
let user: PlainUser
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-plain-user-'))
  await chmod(folder, 0o755)
  data = join(folder, 'data')
  user = await createPlainUser(join(folder, 'home'), data)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const skipUnlessRunnable = async (context: TestContext): Promise<void> => {
  const lack = await user.reasonAgainst()
  if (lack) context.skip(lack)
}

/** Pictures of another user: all read-only, one too large to be read whole, one unreadable, and an inaccessible folder. */
const makePictures = async (): Promise<string> => {
  const pictures = join(folder, 'pictures')
  const paths = await writeTestPictures(pictures, 4)
  await appendFile(paths[0] ?? '', Buffer.alloc(9 * 1024 * 1024))
  for (const path of paths) await chmod(path, 0o444)
  await chmod(paths[3] ?? '', 0o000)
  const closed = join(pictures, 'closed')
  await mkdir(closed)
  await chmod(closed, 0o000)
  await chmod(pictures, 0o555)
  return pictures
}

describe('an ordinary user with an umask of 077', () => {
  it('does the main job with read-only pictures; unreadable ones are refused by name, and no other user can read the library', async (context) => {
    await skipUnlessRunnable(context)
    const added = await user.run('add', await makePictures(), '--recursive')
    expect(added.text).toMatch(/3 pictures added, 2 refused/)
    expect(added.text).toMatch(/closed: .*may not be read/)
    expect(added.text).toMatch(/picture-00003\.jpg.*may not be read/)
    for (const step of [
      ['ask', '--question', 'How wide is the picture?'],
      ['attach', '--new', 'Mug'],
      ['run', '--connect', 'sample', '--no-browser'],
    ])
      expect(await user.run(...step), step.join(' ')).toMatchObject({ code: 0 })
    const images = JSON.parse((await user.run('images', '--json')).out) as (Image & { readonly sourceId: string | null })[]
    expect(images.map((one) => one.sourceId !== null)).toEqual([true, true, true])
    const jobs = JSON.parse((await user.run('jobs', '--json')).out) as Job[]
    expect(jobs.map((one) => one.status.state)).toEqual(jobs.map(() => 'done'))
    expect(await readdir(join(data, 'drafts'))).toEqual([])
    for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      expect((mode & 0o077).toString(8), entry.name).toBe('0')
    }
  })

  it('is never told that a data folder has no pictures, if it can’t be read', async (context) => {
    await skipUnlessRunnable(context)
    await chmod(data, 0o000)
    const status = await user.run('status')
    await chmod(data, 0o700)
    expect(status.code).toBe(1)
    expect(status.text).not.toContain('Pictures')
    expect(status.text).toMatch(/can’t be opened: this user may not read and write there/)
  })

  it('sees in plain words that the data folder is not writable', async (context) => {
    await skipUnlessRunnable(context)
    await chmod(data, 0o500)
    const { code, text } = await user.run('add', await makePictures())
    await chmod(data, 0o700)
    expect(code).toBe(1)
    expect(text).not.toMatch(/^\s+at .+:\d+/m)
    expect(text).toMatch(/can’t be opened: it is read-only, or this user may not write there.*Make it writable/s)
  })
})
