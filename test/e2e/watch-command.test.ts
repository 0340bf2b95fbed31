import { appendFile, chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WatchedFolder } from '../../shared/watching/watching.ts'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { writePng } from '../support/open-test-core.ts'
import { type Running, startPackshot } from '../support/packshot-process.ts'
import { createPackshotUser, linesOf, type PackshotUser } from '../support/packshot-user.ts'

/** No keychain, as that of `user`. */
const environment = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', DISPLAY: '' }

let user: PackshotUser
let running: Running | undefined
let said = ''
let noted = ''

beforeEach(async () => {
  user = await createPackshotUser()
  await mkdir(folder())
})
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  running = undefined
  await user.remove()
})

const folder = (): string => join(user.folder, 'studio')
const put = (name: string, seed = name): Promise<void> => writePng(join(folder(), name), seed)
const watch = (...more: string[]): void => {
  said = ''
  noted = ''
  running = startPackshot(['watch', folder(), ...more], { dataFolder: user.dataFolder, environment })
  running.child.stdout?.on('data', (text: string) => {
    said += text
  })
  running.child.stderr?.on('data', (text: string) => {
    noted += text
  })
}
const lines = (): string[] => linesOf(said).sort()
const stop = async (signal: 'SIGINT' | 'SIGKILL') => {
  running?.child.kill(signal)
  const ended = await running?.ended
  running = undefined
  return ended
}
const list = async () => (await user.run('watch', '--json')).json() as WatchedFolder[]
const imageNames = async () => (await user.list<{ name: string }>('images')).map(({ name }) => name).sort()

describe('packshot watch', () => {
  it('brings what comes, through renames, replaced files, kills and a folder that is away', async () => {
    await put('a.png')
    watch()
    await expect.poll(lines).toEqual(['Added a.png'])

    // A slow copy: written in pieces, over longer than a file must be unchanged (2 s), and taken whole. Time itself is tested; each pause
    // is much shorter than that.
    await writePng(join(user.folder, 'whole.png'), 'x'.repeat(4_000))
    const whole = await readFile(join(user.folder, 'whole.png'))
    for (let at = 0; at < whole.length; at += 400) {
      await appendFile(join(folder(), 'slow.png'), whole.subarray(at, at + 400))
      await new Promise((go) => setTimeout(go, 300))
    }
    await put('b.png.part', 'b')
    await expect.poll(lines).toEqual(['Added a.png', 'Added slow.png'])
    await rename(join(folder(), 'b.png.part'), join(folder(), 'b.png'))
    await rename(join(folder(), 'a.png'), join(folder(), 'first.png'))
    await expect.poll(lines).toEqual(['Added a.png', 'Added b.png', 'Added slow.png', 'Renamed a.png to first.png'])

    await put('c.png')
    await stop('SIGKILL')
    await put('b.png', 'edited, and longer')
    await rename(folder(), `${folder()} away`)
    watch()
    await expect.poll(() => noted).toContain('is not there')
    await rename(`${folder()} away`, folder())
    await expect.poll(lines).toContain('Changed b.png: see “packshot versions”')
    await rm(join(folder(), 'first.png'))
    await expect.poll(lines).toContain('Deleted first.png; its picture stays')
    const ended = await stop('SIGINT')
    expect(ended).toMatchObject({ code: 0 })
    expect(await imageNames()).toEqual(['b.png', 'b.png', 'c.png', 'first.png', 'slow.png'])
    expect((await user.run('versions')).stdout).toContain('b.png')
  })

  it('adds once what has settled and ends with the exit codes of run; a refused file needs a person', async () => {
    await mkdir(join(folder(), 'sub'))
    await symlink(folder(), join(folder(), 'sub', 'loop'))
    await put(join('sub', 'a.png'))
    await put('no.png')
    if (process.getuid?.() !== 0) await chmod(join(folder(), 'no.png'), 0)
    else await writeFile(join(folder(), 'no.png'), 'no picture')
    await writeFile(join(folder(), 'list.xlsx'), 'x')
    // A line for each result: not one JSON value.
    const first = await startPackshot(['watch', folder(), '--once', '--no-upload', '--json'], { dataFolder: user.dataFolder, environment })
      .ended
    expect(first.code).toBe(3)
    const events = linesOf(first.stdout).map((line) => JSON.parse(line) as { kind?: string; path?: string })
    expect(events.filter((one) => one.path).map(({ kind, path }) => [kind, path])).toEqual(
      expect.arrayContaining([
        ['added', join(folder(), 'sub', 'a.png')],
        ['refused', join(folder(), 'no.png')],
      ]),
    )
    expect(await list()).toMatchObject([{ path: folder(), counts: { pictures: 1, refused: 1, others: 1 }, rules: { upload: false } }])
    expect((await user.run('watch', folder(), '--once')).code).toBe(0)
    expect(await imageNames()).toEqual(['a.png'])
  })

  it('says which pictures turn out to be damaged, and forgets that once they were added again', async () => {
    const whole = await makeTestPicture(1, { format: 'jpeg', bytes: 20_000 })
    await writeFile(join(folder(), 'cut.jpg'), whole.subarray(0, whole.length / 2))
    const first = await user.run('watch', folder(), '--once', '--no-upload')
    expect(first.code).toBe(3)
    expect(first.stdout).toContain('cut.jpg: ')
    expect(await list()).toMatchObject([{ counts: { pictures: 0, refused: 1 } }])
    await writeFile(join(folder(), 'cut.jpg'), whole)
    expect((await user.run('watch', folder(), '--once', '--no-upload')).code).toBe(0)
    expect(await list()).toMatchObject([{ counts: { pictures: 1, refused: 0 } }])
  })

  it('says that --only-new comes too late, and understands a folder that was emptied', async () => {
    await put('old.png')
    expect((await user.run('watch', folder(), '--only-new', '--once', '--no-upload')).code).toBe(0)
    await put('new.png')
    const again = await user.run('watch', folder(), '--only-new', '--once')
    expect(again.stderr).toContain('is already watched, so --only-new changes nothing.')
    expect(again.stdout).toContain('Added new.png')
    for (const name of ['old.png', 'new.png']) await rm(join(folder(), name))
    const emptied = await user.run('watch', folder(), '--once')
    expect(emptied.stdout).toContain('Deleted new.png; its picture stays')
    expect(emptied.code).toBe(0)
    expect(await imageNames()).toEqual(['new.png'])
  })

  it('lists, pauses and removes folders, and says which ones are away', async () => {
    expect((await user.run('watch')).stdout).toBe('No folder is watched. Add one: “packshot watch DIR”.\n')
    await put('old.png')
    expect((await user.run('watch', folder(), '--only-new', '--once', '--no-subfolders')).code).toBe(0)
    await put('new.png')
    expect((await user.run('watch', folder(), '--once')).stdout).toContain('Added new.png')
    expect(await imageNames()).toEqual(['new.png'])
    expect((await user.run('watch')).stdout).toContain('without subfolders')
    await rename(folder(), `${folder()} away`)
    expect((await user.run('watch', folder(), '--once')).code).toBe(1)
    expect((await user.run('status')).stdout).toMatch(/Watched folder .*studio: The folder “studio” is not there/)
    expect((await user.run('watch', folder(), '--pause')).stdout).toMatch(/studio: paused/)
    expect((await user.run('watch', folder(), '--remove')).stdout).toMatch(/no longer watched/)
    expect(await list()).toEqual([])
    expect(await user.run('watch', '--once')).toMatchObject({ code: 1 })
    expect((await user.run('watch', join(user.folder, 'none'))).stderr).toMatch(/is not there/)
    expect((await user.run('watch', user.folder)).stderr).toMatch(/own data folder is inside/)
  })
})
