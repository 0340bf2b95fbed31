import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adviseCommand } from '../../electron/cli/command-hints.ts'
import { runCommand } from '../../electron/cli/run-command.ts'
import { writePng } from '../support/open-test-core.ts'

const imageProcess = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

let folder: string

const run = async (...args: string[]) => {
  let [stdout, stderr] = ['', '']
  const code = await runCommand(args, {
    version: '1.2.3',
    entries: { imageProcess, sampleWorkspace: 'none' },
    environment: { PACKSHOT_DATA_DIR: join(folder, 'data') },
    platform: process.platform,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    stdin: Readable.from(['']),
  })
  return { code, stdout, stderr }
}

describe('packshot watch of a folder that is paused, or not watched', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-watch-command-'))
    await mkdir(join(folder, 'studio'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('says that it is paused instead of adding nothing, and how to resume it', async () => {
    const studio = join(folder, 'studio')
    expect((await run('watch', studio, '--once')).code).toBe(0)
    expect((await run('watch', '--pause', studio)).code).toBe(0)
    const { code, stderr } = await run('watch', studio, '--once')
    expect(code).not.toBe(0)
    expect(stderr).toContain('packshot watch --resume')
    expect((await run('watch', '--resume', studio)).code).toBe(0)
    expect((await run('watch', studio, '--once')).code).toBe(0)
  })

  it('ends with 3 while a folder waits for a question set that was removed', async () => {
    const asking = join(folder, 'asking')
    await mkdir(asking)
    const file = join(folder, 'shop.packshot-questions')
    const questions = [{ question: 'White?', column: 'White' }]
    await writeFile(file, JSON.stringify({ packshotQuestions: 1, sets: [{ name: 'Shop', questions }] }))
    expect((await run('sets', 'import', file)).code).toBe(0)
    expect((await run('watch', asking, '--once', '--question-set', 'Shop')).code).toBe(0)
    const database = new DatabaseSync(join(folder, 'data', 'library.db'))
    database.exec('DELETE FROM question_sets')
    database.close()
    const { code, stderr } = await run('watch', asking, '--once')
    expect(stderr).toContain('Watched folder')
    expect(code).toBe(3)
    await run('watch', '--remove', asking)
  })

  it('names the workspaces that there are, where one is unknown', async () => {
    const { code, stderr } = await run('watch', join(folder, 'studio'), '--workspace', 'Nope')
    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      'There is no workspace called “Nope”. Nothing was changed. Connect it first: “packshot connect FILE.packshot”.',
    )
    const failure = { kind: 'watch-workspace-unknown', named: 'Nope', known: ['Blue', 'Red'] } as const
    expect(adviseCommand({ code: 'unknown-id', failure })).toBe('Choose one of these: Blue, Red; or “current”, for the one in use.')
  })

  it('says of a question set that never was that there is none, and how to get one', async () => {
    const { code, stderr } = await run('watch', join(folder, 'studio'), '--question-set', 'Nope')
    expect(code).toBe(1)
    expect(stderr.trim()).toBe('There is no question set called “Nope”. Nothing was changed. Import one: “packshot sets import FILE”.')
  })

  it('names the list of watched folders, and no other', async () => {
    const { code, stderr } = await run('watch', '--remove', join(folder, 'other'))
    expect(code).toBe(1)
    expect(stderr.trim()).toMatch(/is not a watched folder\. Nothing was changed\. “packshot watch” lists the watched folders\.$/)
  })

  it('knows a watched folder by a link to it, for its rules and to remove it', async () => {
    const [studio, link] = [join(folder, 'studio'), join(folder, 'link')]
    await symlink(studio, link)
    expect((await run('watch', studio, '--once')).code).toBe(0)
    expect(await run('watch', link, '--once', '--no-subfolders')).toMatchObject({ code: 0 })
    const listed = JSON.parse((await run('watch', '--json')).stdout)
    expect(listed).toMatchObject([{ path: studio, rules: { subfolders: false } }])
    expect(await run('watch', '--remove', link)).toMatchObject({ code: 0 })
    expect(JSON.parse((await run('watch', '--json')).stdout)).toEqual([])
  })

  it('says once that no workspace is connected', async () => {
    const busy = join(folder, 'busy')
    await mkdir(busy)
    await writePng(join(busy, 'mug.png'), 'mug')
    const { code, stdout, stderr } = await run('watch', busy, '--once')
    expect(code).toBe(2)
    expect(stdout).toContain('Added mug.png')
    expect(`${stdout}${stderr}`.match(/No workspace is connected/g)).toHaveLength(1)
  })
})
