import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Image } from '../../shared/pictures/pictures.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { saidBy } from '../support/follow-advice.ts'
import { lackOf } from '../support/lacks.ts'
import { packshot } from '../support/packshot-process.ts'
import { startWorkspaceProcess } from '../support/workspace-process.ts'

const mount = (folder: string): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return lackOf('no-mounts')
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  return status === 0 ? null : lackOf('no-mounts')
}

it('the advice of every command solves a full disk: free some space, then repeat the command', { timeout: 120_000 }, async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-advice-disk-'))
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const lack = mount(disk)
  if (lack) context.skip(lack)
  const workspace = await startWorkspaceProcess()
  const type = (...args: string[]) => packshot(args, { dataFolder: join(disk, 'data'), stdin: workspace.apiKey })
  const add = ['add', join(folder, 'pictures')] as const
  const work = ['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none', '--timeout', '3'] as const
  const [reserve, ballast] = [join(disk, 'reserve'), join(disk, 'ballast')]
  try {
    await writeTestPictures(join(folder, 'pictures'), 60, { bytes: 60_000 })
    await writeFile(reserve, Buffer.alloc(5 * 1024 * 1024))
    const refused = await type(...add)
    expect(refused.code).toBe(1)
    await writeFile(ballast, Buffer.alloc(8 * 1024 * 1024)).catch(() => {})
    // Each may be the first command that a person types on the full disk.
    const onFullDisk = [refused, await type(...work), await type('status'), await type(...add)]
    for (const said of onFullDisk.filter(({ code }) => code !== 0)) {
      expect(saidBy(said)).toMatch(/disk[^.]* is full/i)
      expect(saidBy(said)).toMatch(/Free some disk space/)
    }
    await rm(ballast, { force: true })
    await rm(reserve)
    expect(await type(...add)).toMatchObject({ code: 0 })
    expect(await type(...work.slice(0, -2))).toMatchObject({ code: 0 })
    expect((await type('images', '--json')).json() as Image[]).toHaveLength(60)
  } finally {
    await workspace.remove()
    spawnSync('umount', [disk])
    await rm(folder, { recursive: true, force: true })
  }
})

it('a disk that became read-only is named by every command; made writable again, they work', { timeout: 120_000 }, async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-advice-read-only-'))
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const lack = mount(disk)
  if (lack) context.skip(lack)
  const make = (how: 'ro' | 'rw') => expect(spawnSync('mount', ['-o', `remount,${how}`, disk]).status).toBe(0)
  const type = (...args: string[]) => packshot(args, { dataFolder: join(disk, 'data') })
  const add = ['add', join(folder, 'pictures')] as const
  try {
    await writeTestPictures(join(folder, 'pictures'), 2, { bytes: 20_000 })
    expect(await type(...add)).toMatchObject({ code: 0 })
    make('ro')
    for (const said of [await type('images'), await type('status'), await type(...add), await type('run')]) {
      expect(said.code).toBe(1)
      expect(saidBy(said)).toMatch(/is read-only.*Make it writable/s)
    }
    expect(saidBy(await packshot([...add], { dataFolder: join(disk, 'other') }))).toMatch(/is read-only/)
    make('rw')
    expect(await type(...add)).toMatchObject({ code: 0 })
    expect((await type('images', '--json')).json() as Image[]).toHaveLength(2)
  } finally {
    spawnSync('umount', [disk])
    await rm(folder, { recursive: true, force: true })
  }
})
