import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-export-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = async (...args: string[]) => {
  let stdout = ''
  let stderr = ''
  const code = await runCommand(args, {
    version: '1.2.3',
    entries: { imageProcess: 'none', sampleWorkspace: 'none' },
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

const question = 'Write alt text.'

/** Two pictures with a person's own texts, the first one approved. */
const prepare = async (): Promise<void> => {
  const { core, client } = await openTestCore(join(folder, 'data'))
  await mkdir(join(folder, 'drop'))
  for (const name of ['1.png', '2.png']) await writePng(join(folder, 'drop', name), `seed of ${name}`)
  await client.intake.add({ named: [join(folder, 'drop')], recursive: true, upload: false })
  const set = await client.questionSets.save({ name: 'Shop', questions: [{ question, column: 'Alt text', checks: [] }], runsOnDrop: false })
  const { images } = await client.sheet.keys({ view: { setId: set.id }, offset: 0, limit: 10 })
  const cells = images.map((imageId, at) => ({ imageId: imageId ?? '', question, text: `Text ${at + 1}`, seen: null }))
  await client.sheet.edit({ cells, kind: 'typed' })
  await client.sheet.review({ what: { kind: 'cells', cells: [{ imageId: images[0] ?? '', question }] }, review: 'approved' })
  await core.stop()
}

describe('packshot export', () => {
  it('writes approved texts unless told otherwise, and says what it left out', async () => {
    await prepare()
    const file = join(folder, 'texts.csv')
    const { code, stdout } = await run('export', '--set', 'shop', '--to', file)
    expect(code).toBe(0)
    expect(stdout).toContain('2 pictures with 1 text exported to')
    expect(stdout).toContain('1 text without approval left out.')
    const again = await run('export', '--set', 'Shop', '--to', file, '--all')
    expect(again.code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/Text 1,.*\r\n.*Text 2,/)
    const shop = async (to: string, ...more: string[]) =>
      (await run('export', '--set', 'Shop', '--preset', 'shopify', '--to', join(folder, to), ...more)).stderr
    expect(await shop('shop.xlsx')).toContain('“Shopify products” is a text file, not a workbook.')
    // The endings that this advises.
    for (const ending of ['csv', 'tsv', 'txt']) expect(await shop(`advised.${ending}`)).toBe('')
    expect(await shop('shop.csv', '--rows', 'products')).toMatch(/--preset.*--rows/)
    expect(existsSync(join(folder, 'shop.csv'))).toBe(false)
  })

  it('copies pictures with their approved texts, and says which set or column is missing', async () => {
    await prepare()
    const { code, stdout } = await run('export-pictures', join(folder, 'copies'), '--set', 'Shop')
    expect(code).toBe(0)
    expect(stdout).toContain('1 picture copied to')
    expect(readFileSync(join(folder, 'copies', 'drop', '1.png'), 'utf8')).toContain('>Text 1<')
    expect(existsSync(join(folder, 'copies', 'drop', '2.png'))).toBe(false)
    expect((await run('export', '--set', 'Other', '--to', join(folder, 'x.csv'))).stderr).toContain(
      'There is no question set called “Other”.',
    )
    expect((await run('export-pictures', join(folder, 'x'), '--set', 'Shop', '--title', 'Name')).stderr).toContain(
      'There is no column “Name”.',
    )
    expect(existsSync(join(folder, 'x.csv'))).toBe(false)
  })
})
