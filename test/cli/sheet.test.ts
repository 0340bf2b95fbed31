import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-sheet-'))
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

/** Two pictures, and a person's words in three cells of a set. */
const prepare = async (): Promise<void> => {
  const { core, client } = await openTestCore(join(folder, 'data'))
  for (const name of ['Mug.png', 'Shirt.png']) await writePng(join(folder, name), `seed of ${name}`)
  await client.intake.add({ named: [join(folder, 'Mug.png'), join(folder, 'Shirt.png')], recursive: false, upload: false })
  const questions = [
    { question: 'What color is it?', column: 'Color', checks: [{ kind: 'longest' as const, characters: 5 }] },
    { question: 'What is it made of?', column: 'Made of', checks: [] },
  ]
  const { id } = await client.questionSets.save({ name: 'Shop', questions, runsOnDrop: false })
  const { images } = await client.sheet.keys({ view: { setId: id }, offset: 0, limit: 10 })
  const [mug = '', shirt = ''] = images.flatMap((one) => one ?? [])
  const cells = [
    { imageId: mug, question: 'What color is it?', text: 'White', seen: null },
    { imageId: mug, question: 'What is it made of?', text: 'Clay', seen: null },
    { imageId: shirt, question: 'What color is it?', text: 'Crimson', seen: null },
  ]
  await client.sheet.edit({ cells, kind: 'pasted' })
  await core.stop()
}

it('shows the sheet of a set, and approves what a filter or a column names', async () => {
  await prepare()
  expect((await run('sheet', '--set', 'shop')).stdout.split('\n').map((line) => line.replace(/^\S*\//, ''))).toEqual([
    'Mug.png',
    '  Color: White',
    '  Made of: Clay',
    'Shirt.png',
    '  Color: Crimson (It has 7 characters; 5 are allowed.)',
    '  Made of: –',
    expect.stringMatching(/^0 of 4 cells approved · 3 left to review · 1 empty/),
    '',
  ])
  expect(await run('review', '--set', 'Shop', '--approve')).toMatchObject({ code: 1, stderr: expect.stringContaining('--all') })
  expect(await run('review', '--set', 'Shop', '--question', 'Color', '--approve')).toMatchObject({ code: 0, stdout: '2 cells approved.\n' })
  expect(await run('review', '--set', 'Shop', '--question', 'Colour', '--approve')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('“Color”'),
  })
  expect(await run('review', '--set', 'Shop', '--only', 'fails-check', '--reject')).toMatchObject({
    stdout: '1 cell rejected.\n1 cell skipped: empty, or rejected already.\n',
  })
  const { stdout } = await run('sheet', '--set', 'Shop', '--only', 'approved', '--json')
  const { rows, counts } = JSON.parse(stdout) as { rows: { name: string; cells: { review: string }[] }[]; counts: object }
  expect(rows.map(({ name, cells }) => [name, ...cells.map(({ review }) => review)])).toEqual([['Mug.png', 'approved', 'draft']])
  expect(counts).toMatchObject({ cells: 2, approved: 1 })
})

it('removes a set and keeps what was answered, and says what send-texts needs', async () => {
  await prepare()
  expect(await run('sets', 'remove', 'Shops')).toMatchObject({ code: 1, stderr: expect.stringContaining('Choose one of these: Shop.') })
  expect(await run('sets', 'remove', 'shop')).toMatchObject({ code: 0, stdout: '“Shop” was removed. The answers to its questions stay.\n' })
  expect((await run('sets')).stdout).toContain('There are no question sets.')
  expect((await run('sheet', '--text', 'Mug')).stdout).toContain('What color is it?: White')
  expect((await run('send-texts', '--dry-run')).stderr).toContain('Say --column "QUESTION=ATTRIBUTE" or --restore ACTION.')
  expect((await run('send-texts', '--column', 'Write alt text for this picture.')).stderr).toContain(
    'Add the attribute, like “Write alt text for this picture.=Alt text”.',
  )
  expect((await run('send-texts', '--column', 'a=b', '--restore', '1')).stderr).toContain('Either --column or --restore, not both.')
  expect((await run('merge', join(folder, 'none'))).stderr).toContain('“none” isn’t there.')
})
