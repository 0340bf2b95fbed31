import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeError } from '../../shared/base/describe-error.ts'
import type { Image, Refusal } from '../../shared/pictures/pictures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { expectNoSilentRepeats, listSources } from '../support/compare-with-service.ts'
import { lackOf } from '../support/lacks.ts'
import { packshot } from '../support/packshot-process.ts'
import { startWorkspaceProcess } from '../support/workspace-process.ts'

const mount = (folder: string): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return lackOf('no-mounts')
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', folder])
  return status === 0 ? null : lackOf('no-mounts')
}

it('gives the reason for every picture that a full disk rejects, damages none, and adds the rest when there is space', {
  timeout: 120_000,
}, async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-full-disk-'))
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const lack = mount(disk)
  if (lack) context.skip(lack)
  const workspace = await startWorkspaceProcess()
  const dataFolder = join(disk, 'data')
  const run = (...args: string[]) => packshot(args, { dataFolder, stdin: workspace.apiKey })
  const work = ['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none'] as const
  try {
    const paths = await writeTestPictures(join(folder, 'pictures'), 120, { bytes: 60_000 })
    // Another program's file on this disk, deleted later.
    await writeFile(join(disk, 'reserve'), Buffer.alloc(4 * 1024 * 1024))
    const added = await run('add', join(folder, 'pictures'), '--json')
    const { added: kept, refused } = added.json() as { added: Image[]; refused: Refusal[] }
    expect(added.code).toBe(1)
    expect(kept.length + refused.length).toBe(paths.length)
    expect(kept.length).toBeGreaterThan(5)
    expect(new Set(refused.map((one) => one.problem.code))).toEqual(new Set(['disk-full']))
    expect(
      refused.map(({ problem }) => describeError(problem)).every((one) => /disk is full/i.test(one.message) && /free/i.test(one.action)),
    ).toBe(true)

    // No byte is free: results cannot be recorded, and nothing may be sent without its record.
    await writeFile(join(disk, 'ballast'), Buffer.alloc(10 * 1024 * 1024)).catch(() => {})
    const full = await run(...work, '--timeout', '3')
    expect([0, 1]).toContain(full.code)
    expect(full.stdout + full.stderr).not.toMatch(/\n\s+at /)
    await rm(join(disk, 'ballast'), { force: true })
    await rm(join(disk, 'reserve'))
    const done = await run(...work)
    expect(done.code, done.stdout + done.stderr).toBe(0)
    const images = (await run('images', '--json')).json() as Image[]
    const jobs = (await run('jobs', '--json')).json() as Job[]
    // The jobs of a picture whose thumbnail did not fit were cancelled when it was refused.
    const ids = new Set(images.map(({ id }) => id))
    const isRefused = ({ work, status }: Job): boolean => status.state === 'cancelled' && 'imageId' in work && !ids.has(work.imageId)
    expect(jobs.filter((job) => job.status.state !== 'done' && !isRefused(job))).toEqual([])
    expect(new Set((await listSources(workspace)).map((one) => one.sha256))).toEqual(new Set(images.map((one) => one.sha256)))
    console.log(
      `${kept.length} pictures kept, ${refused.length} refused on a full disk; ${await expectNoSilentRepeats(workspace, jobs, images)} requests repeated, each said`,
    )
  } finally {
    await workspace.remove()
    spawnSync('umount', [disk])
    await rm(folder, { recursive: true, force: true })
  }
})
