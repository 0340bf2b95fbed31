import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'
import { drawProduct } from '../support/draw-products.ts'

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

/** Names of each group, the one to keep first. */
const listed = async (...args: string[]): Promise<string[][]> => {
  const { stdout } = await run('similar', '--json', ...args)
  const { groups } = JSON.parse(stdout) as { readonly groups: { readonly pictures: { readonly name: string }[] }[] }
  return groups.map(({ pictures }) => pictures.map(({ name }) => name))
}

/** One picture in three forms, and the same product in another color; the tests are steps, one after the other. */
describe('packshot similar', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-similar-command-'))
    const drop = join(folder, 'drop')
    await mkdir(drop)
    const picture = await drawProduct({ kind: 'bag', seed: 4, color: 0, label: 0 }, 1_000)
    await writeFile(join(drop, 'bag.png'), picture)
    await sharp(picture).resize(500).jpeg({ quality: 70 }).toFile(join(drop, 'bag-shop.jpg'))
    await sharp(picture).extract({ left: 60, top: 60, width: 900, height: 880 }).webp().toFile(join(drop, 'bag-cropped.webp'))
    await writeFile(join(drop, 'bag-blue.png'), await drawProduct({ kind: 'bag', seed: 4, color: 1, label: 0 }, 1_000))
    expect((await run('add', '--no-upload', drop)).code).toBe(0)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('lists what shows the same, the largest first, and not the other color', async () => {
    const { code, stdout } = await run('similar')
    expect(code).toBe(0)
    expect(stdout).toContain('1 keep')
    expect(stdout).toContain('1 group of pictures that show the same; 2 pictures can be left out.')
    expect(await listed('--known')).toEqual([['bag.png', 'bag-cropped.webp', 'bag-shop.jpg']])
  }, 120_000)

  it('keeps pictures apart that are called different', async () => {
    expect((await run('similar', '--different', 'bag-shop.jpg')).stdout).toContain('kept apart from now on')
    expect(await listed()).toEqual([['bag.png', 'bag-cropped.webp']])
    expect(await run('similar', '--different', 'bag-blue.png')).toMatchObject({ code: 1 })
    expect(await run('similar', '--different')).toMatchObject({ code: 1 })
  }, 120_000)

  it('says whether a picture is not there, or only like no other', async () => {
    expect((await run('similar', 'nope.jpg')).stderr).toContain('There is no picture “nope.jpg”.')
    expect((await run('similar', 'bag-blue.png')).stderr).toContain('No other picture shows the same as bag-blue.png.')
    expect((await run('versions', 'nope.jpg')).stderr).toContain('There is no picture “nope.jpg”.')
    expect((await run('versions', 'bag.png')).stderr).toContain('bag.png is not a changed file.')
  }, 120_000)

  it('lists what was called different, also later, and takes it back as it said', async () => {
    expect(await listed('--known')).toEqual([['bag.png', 'bag-cropped.webp']])
    const { stdout } = await run('similar', '--apart')
    expect(['bag.png', 'bag-cropped.webp', 'bag-shop.jpg'].filter((name) => !stdout.includes(name))).toEqual([])
    expect((await run('similar', '--same', 'bag-shop.jpg')).stdout).toContain('are no longer kept apart')
    expect((await run('similar', '--apart')).stdout).toBe('No pictures are kept apart.\n')
    expect(await listed('--known')).toEqual([['bag.png', 'bag-cropped.webp', 'bag-shop.jpg']])
    expect((await run('similar', '--same', 'bag-shop.jpg')).stdout).toBe('These were not kept apart.\n')
    const said = await run('similar', '--different', 'bag-shop.jpg', 'bag.png')
    expect(await listed('--known')).not.toContainEqual(['bag.png', 'bag-cropped.webp', 'bag-shop.jpg'])
    const [, undo = ''] = /packshot (similar --same .+)/.exec(said.stdout) ?? []
    expect(await run(...undo.split(' '))).toMatchObject({ code: 0 })
    expect(await listed('--known')).toEqual([['bag.png', 'bag-cropped.webp', 'bag-shop.jpg']])
    expect((await run('similar', '--different', 'bag-shop.jpg')).code).toBe(0)
  }, 120_000)

  it('removes the others only when it is told to', async () => {
    expect((await run('similar', '--leave-out', 'bag.png')).stdout).toContain('1 picture removed from the library')
    expect(await listed()).toEqual([])
    expect((await run('similar')).stdout).toContain('No two pictures show the same.')
  }, 120_000)
})
