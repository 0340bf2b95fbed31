import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { makeWorkbook, rowsOf } from '../support/write-workbook.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-match-'))
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

/** Pictures in folders, and products of these names. */
const prepare = async (files: readonly string[], products: readonly string[]): Promise<void> => {
  const { core, client } = await openTestCore(join(folder, 'data'))
  for (const file of files) {
    await mkdir(join(folder, 'drop', file, '..'), { recursive: true })
    await writePng(join(folder, 'drop', file), `seed of ${file}`)
  }
  await client.intake.add({ named: [join(folder, 'drop')], recursive: true, upload: false })
  for (const name of products) {
    const images = { kind: 'all' as const }
    await client.products.attach({ images, product: { kind: 'new', name }, attribute: 'Images', current: null, again: false })
  }
  await core.stop()
}

describe('packshot match', () => {
  it('says which product each picture belongs to, its place, and why', async () => {
    await prepare(['SKU-100/02.png', 'SKU-200_front.png', 'x/SKU-200 SKU-100.png', 'IMG_1.png'], ['SKU-100', 'SKU-200'])
    const { code, stdout } = await run('match', '--dry-run')
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | ').trim())).toEqual([
      'Picture | Product | Place | Why',
      'x/SKU-200 SKU-100.png | ? SKU-200 or SKU-100 | Parts of its name mean different products.',
      'drop/IMG_1.png | -',
      'SKU-100/02.png | SKU-100 | 1 | SKU “SKU-100” as a folder',
      'drop/SKU-200_front.png | SKU-200 | 1 | SKU “SKU-200” in the file name',
      '',
      '2 pictures match 2 products. 1 picture needs a decision. 1 picture doesn’t match.',
      '',
    ])
    const json = JSON.parse((await run('match', '--by', 'sku', '--dry-run', '--json')).stdout)
    expect(json).toMatchObject({ matched: 1, questions: 1, unmatched: 2 })
  })

  it('keeps what matches, says so again only if it changes, and undoes it', async () => {
    await prepare(['SKU-100/1.png', 'SKU-100/2.png', 'SKU-200/SKU-100.png'], ['SKU-100', 'SKU-200'])
    const first = await run('match', '--json')
    expect(first.code).toBe(3)
    expect(JSON.parse(first.stdout)).toMatchObject({ matched: 2, questions: 1, changed: 3 })
    const again = await run('match', '--by', 'folder,sku')
    expect(again.stdout).toContain('Nothing has changed since the last time.')
    expect((await run('match', '--undo')).stdout).toBe('Undone for 3 pictures.\n')
    expect((await run('match', '--undo')).stdout).toBe('There is nothing to undo.\n')
  })

  it('needs nobody once a person has decided', async () => {
    await prepare(['SKU-100/1.png', 'SKU-200/SKU-100.png'], ['SKU-100', 'SKU-200'])
    expect((await run('match')).code).toBe(3)
    const { core, client } = await openTestCore(join(folder, 'data'))
    const [question] = (await client.matching.tray({ offset: 0, limit: 1 })).rows
    await client.matching.notAProduct({ imageIds: [question?.imageId ?? ''] })
    await core.stop()
    const { code, stdout } = await run('match')
    expect(code).toBe(0)
    expect(stdout).toContain('1 picture stays as you decided.')
  })

  it('takes patterns and a mapping, and refuses what it can’t use', async () => {
    await prepare(['a 7 SKU-100.png', 'odd.png'], ['SKU-100'])
    const mapping = join(folder, 'mapping.csv')
    await writeFile(mapping, 'file;product\n"odd.png";SKU-100\nnot-there.png;SKU-9\n')
    const found = JSON.parse(
      (await run('match', '--pattern', '{any} {position} {sku}', '--mapping', mapping, '--dry-run', '--json')).stdout,
    )
    expect(found).toMatchObject({ matched: 2, unknownInMapping: { total: 1, first: [{ file: 'not-there.png', product: 'SKU-9' }] } })
    expect((await run('match', '--pattern', '{any}')).stderr).toContain('Nothing in it names a product.')
    expect((await run('match', '--list', 'x.csv', '--dry-run')).stderr).toContain('Either --dry-run or --list')
    expect((await run('match', '--by', 'colour')).stderr).toContain('“colour” is not a rule.')
    expect((await run('match', '--by', 'mapping')).stderr).toContain('needs --mapping')
    await writeFile(mapping, 'odd.png\n')
    expect((await run('match', '--mapping', mapping)).stderr).toContain('Line 1 of the mapping')
    expect((await run('match', '--mapping', join(folder, 'none.csv'))).code).toBe(1)
  })

  it('remembers a mapping, and says so where other rules take back what it decided', async () => {
    await prepare(['a 7 SKU-100.png', 'odd.png'], ['SKU-100'])
    const mapping = join(folder, 'mapping.csv')
    await writeFile(mapping, 'file;product\nodd.png;SKU-100\n')
    await run('match', '--mapping', mapping, '--dry-run')
    expect(JSON.parse((await run('match', '--json')).stdout)).toMatchObject({ matched: 1, changed: 1 })
    expect((await run('match', '--mapping', mapping)).stderr).toContain('mapping.csv is one of the workspace’s rules now.')
    const again = await run('match', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ matched: 2, changed: 0 })
    expect(again.stderr).not.toContain('mapping')
    const byCode = await run('match', '--by', 'sku', '--json')
    expect(JSON.parse(byCode.stdout)).toMatchObject({ matched: 1, changed: 1 })
    expect(byCode.stderr).toContain('The mapping mapping.csv isn’t among these rules')
    expect(JSON.parse((await run('match', '--json')).stdout)).toMatchObject({ matched: 2, changed: 1 })
  })

  it('matches by the rules of the workspace, unless rules are named', async () => {
    await prepare(['a 7 SKU-100.png', 'odd.png'], ['SKU-100'])
    const { core, client } = await openTestCore(join(folder, 'data'))
    await client.matching.setMapping({
      mapping: { name: 'mapping.csv', bytes: Buffer.from('file;product\nodd.png;SKU-100\n').toString('base64') },
    })
    await client.matching.apply({ rules: null })
    const workbook = makeWorkbook({ rows: rowsOf([['odd.png', 'SKU-100']]) }).toString('base64')
    const kept = await client.matching.setMapping({ mapping: { name: 'mapping.xlsx', bytes: workbook } })
    expect(kept.mapping).toEqual({ name: 'mapping.xlsx', lines: 1 })
    expect(await readdir(join(folder, 'data/returned'))).toEqual([])
    await core.stop()
    expect(JSON.parse((await run('match', '--json')).stdout)).toMatchObject({ matched: 2, changed: 0 })
    expect(JSON.parse((await run('match', '--by', 'sku', '--json')).stdout)).toMatchObject({ matched: 1, changed: 1 })
    expect((await run('match', '--read-barcodes', '--dry-run')).stderr).toContain('Either --dry-run or --read-barcodes')
  })

  it('reads a mapping as a spreadsheet saves it', async () => {
    await prepare(['Tür.png'], ['SKU-100'])
    const mapping = join(folder, 'mapping.csv')
    await writeFile(mapping, Buffer.from('Tür.png;SKU-100\r\n', 'latin1'))
    expect(JSON.parse((await run('match', '--mapping', mapping, '--dry-run', '--json')).stdout)).toMatchObject({ matched: 1 })
    const workbook = join(folder, 'mapping.xlsx')
    await writeFile(
      workbook,
      makeWorkbook({
        rows: rowsOf([
          ['Note', 'File', 'SKU'],
          ['new\tone', 'Tür.png', 'SKU-100'],
        ]),
      }),
    )
    expect(JSON.parse((await run('match', '--mapping', workbook, '--dry-run', '--json')).stdout)).toMatchObject({ matched: 1 })
    await writeFile(workbook, 'PK\x03\x04, but no workbook')
    expect((await run('match', '--mapping', workbook, '--dry-run')).stderr).toContain('mapping.xlsx')
  })

  it('offers folders where no products are known, uses their names, and matches by them from then on', async () => {
    await prepare(['SKU-1/a.png', 'SKU-2/b.png', 'SKU-2/c.png'], [])
    const offered = 'No products are known yet. 2 folders could be products: “packshot match --folders” uses their names.\n'
    expect((await run('match', '--dry-run')).stdout).toBe(offered)
    expect((await run('match', '--dry-run', '--folders')).stdout).toBe(offered)
    const used = await run('match', '--folders')
    expect(used.stdout).toBe('2 folder names are now products.\nSaved for 3 pictures. “packshot match --undo” undoes it.\n')
    expect(used.code).toBe(0)
    const again = await run('match', '--folders')
    expect(again.stdout).toContain('3 pictures stay as you decided.')
    expect(again.stdout).toContain('Nothing has changed since the last time.')
    await run('match', '--undo')
    expect((await run('match', '--dry-run')).stdout).toBe(offered)
  })
})
