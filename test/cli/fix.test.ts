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

/** What it prints, and its exit code at the end. */
const run = async (...args: string[]): Promise<string> => {
  let said = ''
  const code = await runCommand(args, {
    version: '1.2.3',
    entries: { imageProcess, sampleWorkspace: 'none' },
    environment: { PACKSHOT_DATA_DIR: join(folder, 'data') },
    platform: process.platform,
    stdout: (text) => {
      said += text
    },
    stderr: () => {},
    stdin: Readable.from(['']),
  })
  return `${said}${code}`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-fix-command-'))
  const drop = join(folder, 'drop')
  await mkdir(drop)
  const box = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#fbfaf8"/>
    <rect x="100" y="100" width="1400" height="1000" fill="#204080"/></svg>`
  await sharp(Buffer.from(box)).flatten().png().toFile(join(drop, 'mug.png'))
  expect(await run('add', '--no-upload', drop)).toMatch(/0$/)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a name that several profiles have names none of them', async () => {
  const file = join(folder, 'ours.packshot-profile')
  const rules = [{ kind: 'file-size', most: 1_000_000 }]
  await writeFile(file, JSON.stringify({ packshotProfile: 1, id: 'ours', revision: 1, name: 'eBay', rules }))
  expect(await run('profiles', 'import', file)).toBe('“eBay” was added.\n0')
  expect(await run('profiles', 'use', 'eBay')).toBe('1')
  expect(await run('profiles', 'remove', 'eBay')).toBe('1')
  expect(await run('profiles', 'remove', 'ours')).toBe('“eBay” was removed.\n0')
  await writeFile(
    file,
    JSON.stringify({ packshotProfile: 1, id: 'ebay', revision: 999, name: 'eBay', rules: [{ kind: 'pixels', least: 9 }] }),
  )
  expect(await run('profiles', 'import', file)).toBe('“eBay” was updated.\n0')
  expect(await run('profiles', 'remove', 'eBay')).toMatch(
    /^The update of “eBay” was removed\. The rules that come with Packshot count again \(revision \d+\)\.\n0$/,
  )
}, 60_000)

it('packshot fix follows what the checks advise, says so before, and takes it back', async () => {
  expect(await run('fix')).toMatch(/1$/)
  await run('profiles', 'use', 'Google Merchant Center', 'Zalando')
  expect(await run('fix', '--dry-run', 'mug.png', '--profile', 'Amazon main image')).toMatch(
    /not measured yet[\s\S]*check --measure[\s\S]*3$/,
  )
  await run('check', '--measure', '--profile', 'eBay', 'Amazon main image')
  expect(await run('check', '--profile', 'Amazon main image')).toContain('Make the nearly white background pure white')
  const plan = '1 nearly white background becomes pure white.\nOriginals stay as they are.\n0'
  expect(await run('fix', '--profile', 'Amazon main image', '--dry-run')).toBe(plan)
  expect(await run('fix', '--profile', 'Amazon main image')).toBe(plan)
  await run('check', '--measure', '--profile', 'Amazon main image')
  const checked = await run('check', '--profile', 'Amazon main image', 'eBay')
  expect(checked).not.toContain('Background')
  // What comes of the fix is foreseen without a workspace, and the same fix again is none.
  expect(checked).not.toContain('converted')
  expect(await run('fix', '--profile', 'Amazon main image', 'eBay')).toBe('No picture needs a fix that Packshot can make.\n0')
  expect(await run('fix', '--take-back', '--dry-run')).toMatch(/1$/)
  expect(await run('fix', '--take-back', 'mug.png')).toBe('Fixes of 1 picture taken back.\n0')
}, 240_000)

it('measures without a profile, too', async () => {
  await run('profiles', 'use', '--none')
  expect(await run('check', '--measure')).toBe('The pictures are measured. No requirement profile is in use, so nothing was checked.\n0')
}, 120_000)
