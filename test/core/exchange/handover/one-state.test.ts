import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHandover } from '../../../../electron/core/exchange/handover/read-handover.ts'
import { type Archives, zipArchives } from '../../../../electron/core/exchange/handover/zip-archives.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareColleagues } from './colleagues.ts'

const { folder, person, list } = prepareColleagues()

const question = 'Write alt text.'
const productsOf = (count: number, name: string): string =>
  `SKU,Name\r\n${Array.from({ length: count }, (_, at) => `P-${at},${name}\r\n`).join('')}`

/** `meanwhile` runs to its end after the first piece of the products, before the second is read. */
const archivesWith = (meanwhile: () => Promise<void>): Archives => ({
  ...zipArchives,
  pieces: (entries) =>
    zipArchives.pieces(
      (async function* () {
        for await (const entry of entries) {
          if (entry.name !== 'products.jsonl') {
            yield entry
            continue
          }
          yield {
            ...entry,
            content: (async function* () {
              let pieces = 0
              for await (const piece of entry.content) {
                yield piece
                if (++pieces === 1) await meanwhile()
              }
            })(),
          }
        }
      })(),
    ),
})

it('has all of one moment, whatever changes between two of its pieces', async () => {
  let meanwhile = async (): Promise<void> => {}
  const ann = await person('Ann', { archives: archivesWith(() => meanwhile()) })
  const { client } = ann
  const paths = ['mug.png', 'cup.png'].map((name) => join(folder(), name))
  for (const path of paths) await writePng(path, path)
  await client.intake.add({ named: paths, recursive: false, upload: false })
  const { rows } = await client.library.page({ offset: 0, limit: 10, sort: { by: 'added', descending: false }, filter: {} })
  const [imageId = '', other = ''] = rows.map(({ id }) => id)
  const edit = (text: string) => client.sheet.edit({ cells: [{ imageId, question, text, seen: null }], kind: 'typed' })
  const move = (sku: string, name: string) =>
    client.matching.move({
      imageIds: [imageId],
      to: { key: `sku:${sku.toLowerCase()}`, productId: null, sku, gtin: null, name, handle: null },
    })
  await list(ann, productsOf(350, 'Before'))
  await edit('Before')
  await move('P-1', 'Before')
  meanwhile = async () => {
    await list(ann, productsOf(20, 'After'))
    await edit('After')
    await move('P-2', 'After')
    await client.library.remove({ imageIds: [other] })
    // What the import replaced is removed before it answers, so all of it is gone here.
    expect((await client.catalogue.page({ offset: 0, limit: 1 })).rows[0]?.name).toBe('After')
  }
  const path = join(folder(), 'work.packshot-handover')
  expect(await client.handover.write({ to: { kind: 'path', path }, originals: false })).toMatchObject({
    products: 350,
    pictures: 2,
    leftOut: 0,
  })
  const file = await openHandover({ archives: zipArchives, path, name: 'work', pause: async () => {} })
  try {
    const { products, pictures, matches, cells } = file.records
    expect(new Set(products.map(({ name }) => name))).toEqual(new Set(['Before']))
    expect([products.length, pictures.length]).toEqual([350, 2])
    expect(matches).toMatchObject([{ match: { products: [{ product: { name: 'Before' } }] } }])
    expect(cells).toMatchObject([{ cell: { editedText: 'Before' } }])
  } finally {
    file.close()
  }
})

it('is written by a reader of a folder that has no library, too', async () => {
  const { client } = await person('Ann', { access: 'read' })
  const path = join(folder(), 'work.packshot-handover')
  expect(await client.handover.write({ to: { kind: 'path', path }, originals: false })).toMatchObject({ products: 0, pictures: 0 })
})
