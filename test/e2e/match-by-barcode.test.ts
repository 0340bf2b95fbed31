import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/barcodes/${name}`, import.meta.url))

let user: PackshotUser
beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(() => user.remove())

type Preview = {
  readonly barcodes: { readonly left: number }
  readonly rows: readonly { name: string; match: { kind: string; question?: string } }[]
}

it('reads the barcodes of pictures that were there before the list, as the note advises, and keeps what other rules find', async () => {
  await user.run(
    'add',
    '--no-upload',
    ...['ean-13 turned.jpg', 'code-128 on its side.jpg', 'two packs.jpg', 'striped shirt.jpg'].map(fixture),
  )
  const list = join(user.folder, 'list.csv')
  await writeFile(list, 'sku;gtin\nSKU-1004;4006381333931\nSKU-1005;5901234123457\nSTRIPED-SHIRT;\n')
  await user.run('products', 'import', list)

  const dry = await user.run('match', '--dry-run', '--json')
  expect((dry.json() as Preview).barcodes.left).toBe(4)
  expect(dry.stderr).toContain('4 pictures haven’t been read for barcodes yet.')

  const advice = /“packshot ([^”]+)”/.exec(dry.stderr)?.[1]?.split(' ') ?? []
  const matched = await user.run(...advice, '--json')
  expect([matched.code, matched.stderr.split('\n')[0]]).toEqual([3, '4 pictures are still being read for barcodes.'])
  const { barcodes, rows }: Preview = matched.json()
  expect(barcodes.left).toBe(0)
  expect(rows.map(({ name, match }) => [name, match.question ?? match.kind]).toSorted()).toEqual([
    ['code-128 on its side.jpg', 'matched'],
    ['ean-13 turned.jpg', 'matched'],
    ['striped shirt.jpg', 'matched'],
    ['two packs.jpg', 'different-barcodes'],
  ])
  // Nothing is read twice.
  expect((await user.run('match', '--read-barcodes')).stderr).not.toContain('barcodes')
})
