import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { waitFor } from '../support/open-test-core.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { makeWorkbook, rowsOf } from '../support/write-workbook.ts'

let user: PackshotUser
beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(() => user.remove())

type Listed = { readonly productId: string | null; readonly name: string | null; readonly inList: { readonly sku: string } | null }

const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(user.folder, name)
  await writeFile(path, content)
  return path
}
const skus = async (...args: string[]): Promise<(string | undefined)[]> =>
  (await user.list<Listed>('products', ...args)).map(({ inList }) => inList?.sku)

it('imports a list by the command, first as a dry run; searches it; says which rows are wrong', async () => {
  const path = await write(
    'team.xlsx',
    makeWorkbook({
      rows: rowsOf([
        ['Modell', 'EAN', 'Titel', 'Farbe'],
        ['X-1', 4006381333931, 'Hemd', 'blau'],
        ['X-2', '4.00638E+12', 'Hose', 'rot'],
        ['X-3', 36000291452, 'Tasse', 'weiß'],
      ]),
    }),
  )
  const dry = await user.run('products', 'import', path, '--column', 'sku=Modell', '--dry-run')
  expect([dry.code, dry.stdout.split('\n')[0]]).toEqual([1, '2 products would be added, 0 changed, 0 unchanged, 1 row refused.'])
  expect(await user.list('products')).toEqual([])

  const imported = await user.run('products', 'import', path, '--column', 'sku=Modell', '--json')
  expect(imported.code).toBe(1)
  expect(imported.json()).toMatchObject({
    added: 2,
    refused: 1,
    said: [
      { row: 3, isIn: false, words: expect.stringContaining('4.00638E+12') },
      { row: 4, isIn: true, words: expect.stringContaining('036000291452') },
    ],
  })
  expect(await skus()).toEqual(['X-1', 'X-3'])
  expect(await skus('--search', '4006381333931')).toEqual(['X-1'])
  expect(await skus('--search', 'WEISS')).toEqual([])
  expect(await skus('--search', 'weiß')).toEqual(['X-3'])
  // The columns are remembered for these headers.
  expect((await user.run('products', 'import', path, '--json')).json()).toMatchObject({ unchanged: 2, columns: { sku: 0 } })
  expect((await user.run('match', '--list', path)).stderr).toContain('Row 3: The spreadsheet shortened the GTIN to 4.00638E+12.')
  const wrong = await user.run('products', 'import', path, '--column', 'sku')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('“sku” doesn’t say what a column is.')])
})

it('has the earlier list or the new one after kill -9 in the middle of an import, never a mix', async () => {
  await user.run('products', 'import', await write('first.csv', 'sku\nA-1\nA-2\n'))
  const many = await write('many.csv', `sku\n${Array.from({ length: 60_000 }, (_, at) => `N-${at}`).join('\n')}\n`)
  const running = user.start(['products', 'import', many])
  const ended = running.ended.catch(() => undefined)
  const library = new DatabaseSync(libraryFile(user.dataFolder), { readOnly: true })
  const count = (): number => Number(library.prepare('SELECT count(*) AS n FROM catalogue_entries').get()?.n)
  await waitFor(() => count() > 1_000 || running.child.exitCode !== null)
  library.close()
  running.child.kill('SIGKILL')
  await ended
  const found = await skus()
  expect([2, 60_002]).toContain(found.length)
  expect(found.includes('N-0')).toBe(found.length > 2)
  // The next import starts anew.
  const again: { readonly added: number; readonly unchanged: number } = (await user.run('products', 'import', many, '--json')).json()
  expect(again.added + again.unchanged).toBe(60_000)
})
