import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { askedQuestions, sheetView } from '../../../../shared/answers/sheet.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** Runs to its end after the header is written, before any row is read. */
let meanwhile = async (): Promise<void> => {}

const library = prepareTestLibrary({
  files: {
    ...systemFiles,
    create: async (path, mode) => {
      const file = await systemFiles.create(path, mode)
      const write = async (bytes: Uint8Array): Promise<void> => {
        await file.write(bytes)
        if (!path.includes('.packshot-')) return
        await meanwhile()
        meanwhile = async () => {}
      }
      return { ...file, write }
    },
  },
})

const list = async (season: string): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(path, `SKU,Name,Season\r\nM-1,Mug,${season}\r\n`)
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

it('has the columns of the product list that counted when it began', async () => {
  await library.add(['mug.png'], false)
  await list('Winter')
  const [picture] = (await library.page()).rows
  const to = { key: 'sku:m-1', productId: null, sku: 'M-1', gtin: null, name: 'Mug', handle: null }
  await library.client().matching.move({ imageIds: [picture?.id ?? ''], to })
  await library.client().sheet.edit({ cells: [{ imageId: picture?.id ?? '', question: 'Alt?', text: 'A mug', seen: null }], kind: 'typed' })
  const path = join(library.folder(), 'out.csv')
  meanwhile = () => list('Summer')
  await library.client().exports.write({
    view: sheetView.parse({ setId: askedQuestions }),
    which: 'all',
    layout: {
      rows: 'pictures',
      form: { kind: 'csv', separator: ',', bom: false, flat: false },
      comesBack: false,
      columns: [
        { header: 'sku', from: { kind: 'fact', fact: 'sku' } },
        { header: 'season', from: { kind: 'further', header: 'Season' } },
      ],
    },
    to: { kind: 'path', path },
  })
  expect(readFileSync(path, 'utf8').trim().split(/\r?\n/)).toEqual(['sku,season', 'M-1,Winter'])
})
