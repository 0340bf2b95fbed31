import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'

const imageProcess = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

let folder: string

const run = async (...args: string[]) => {
  let stdout = ''
  let stderr = ''
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

const removedNames = async (): Promise<string[]> => {
  const rows = JSON.parse((await run('removed', '--json')).stdout) as { readonly name: string }[]
  return rows.map(({ name }) => name).sort()
}

const sets = {
  packshotQuestions: 1,
  sets: [{ name: 'Autumn', questions: [{ question: 'Red?', column: 'Red', checks: [] }], runsOnDrop: false }],
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-removed-'))
  await mkdir(join(folder, 'pictures'))
  for (const [name, background] of [
    ['one.png', 'red'],
    ['two.png', 'blue'],
  ] as const)
    await sharp({ create: { width: 40, height: 40, channels: 3, background } }).toFile(join(folder, 'pictures', name))
  await writeFile(join(folder, 'team.packshot-questions'), JSON.stringify(sets))
  await run('add', join(folder, 'pictures'), '--no-upload')
  await run('sets', 'import', join(folder, 'team.packshot-questions'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('lists what was removed, restores it, and removes it for good, by name or all of it', async () => {
  expect((await run('removed')).stdout).toBe('Nothing was removed recently.\n')
  expect((await run('remove', 'one.png', 'two.png')).stdout).toContain('2 pictures removed.')
  await run('sets', 'remove', 'Autumn')
  expect(await removedNames()).toEqual(['Autumn', 'one.png', 'two.png'])
  expect((await run('removed')).stdout).toMatch(/Question set +Autumn/)
  expect(JSON.parse((await run('removed', 'Autumn', 'one.png', '--restore', '--json')).stdout)).toEqual({ restored: 2 })
  expect(await removedNames()).toEqual(['two.png'])
  expect((await run('sets')).stdout).toContain('Autumn')
  expect((await run('removed', '--for-good', '--all')).stdout).toBe('1 item removed for good.\n')
  expect(await removedNames()).toEqual([])
  expect((await run('images', '--json')).stdout).toContain('one.png')
})

it('says with which command removed pictures are restored, and that restores them', async () => {
  const { stdout } = await run('remove', 'one.png')
  const [, command = ''] = /packshot (removed --restore .+)\n/.exec(stdout) ?? []
  expect(await run(...command.split(' '))).toMatchObject({ code: 0, stdout: '1 item restored.\n' })
})

it('changes nothing where it is not said what is meant', async () => {
  await run('remove', 'one.png')
  for (const args of [
    ['--for-good'],
    ['--restore'],
    ['one.png'],
    ['--all'],
    ['--restore', '--for-good', '--all'],
    ['three.png', '--restore'],
    ['one.png', '--all', '--restore'],
  ])
    expect((await run('removed', ...args)).code, args.join(' ')).toBe(1)
  expect((await run('removed', 'three.png', '--restore')).stderr).toContain('Nothing that was removed is called three.png.')
  expect(await removedNames()).toEqual(['one.png'])
})
