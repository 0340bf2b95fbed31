import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../shared/base/errors.ts'
import type { RememberedRule } from '../../../../shared/products/matching.ts'
import { writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const matching = () => library.client().matching

const addFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), 'drop', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.client().intake.add({ named: [join(library.folder(), 'drop')], recursive: true, upload: false })
}

const importList = async (lines: readonly string[]): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, lines.join('\n'))
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

const apply = () => matching().apply({ rules: null })
const idOf = async (name: string): Promise<string> => (await library.row(name)).id

const products = async (text = ''): Promise<Record<string, string[]>> => {
  const { rows } = await matching().page({ offset: 0, limit: 100, text })
  return Object.fromEntries(rows.map(({ product, pictures }) => [product.name, pictures.map(({ name }) => name)]))
}

const tray = async (kind: 'open' | 'not-a-product' = 'open'): Promise<string[]> =>
  (await matching().tray({ offset: 0, limit: 100, kind })).rows.map(({ name }) => name)

const productNamed = async (text: string) => {
  const [found] = await matching().products({ text, limit: 1 })
  if (!found) throw new Error(`${text} is not known`)
  return found.product
}

const used = (rules: readonly RememberedRule[]): string[] => rules.flatMap(({ rule, isUsed }) => (isUsed ? [rule.by] : []))

describe('the rules of a workspace', () => {
  it('are all used at first, and are remembered in the person’s order, also after a restart', async () => {
    const { rules } = await matching().rules()
    expect(used(rules)).toEqual(['folder', 'sku', 'barcode', 'gtin', 'id', 'handle'])
    const pattern: RememberedRule = { rule: { by: 'pattern', pattern: '{sku}_{position}' }, isUsed: true }
    const others = rules.toReversed().map((one) => ({ ...one, isUsed: one.rule.by === 'sku' }))
    await matching().setRules({ rules: [pattern, ...others] })
    await library.reopen()
    const after = await matching().rules()
    expect(after.rules.map(({ rule }) => rule.by)).toEqual(['pattern', 'handle', 'id', 'gtin', 'barcode', 'sku', 'folder'])
    expect(used(after.rules)).toEqual(['pattern', 'sku'])
  })

  it('decide what is applied', async () => {
    await addFiles(['AB-12/one.png', 'CD-34_1.png'])
    await importList(['SKU,Name', 'AB-12,Mug', 'CD-34,Pen'])
    const { rules } = await matching().rules()
    await matching().setRules({ rules: rules.map((one) => ({ ...one, isUsed: one.rule.by === 'sku' })) })
    await apply()
    expect(await products()).toEqual({ Pen: ['CD-34_1.png'] })
  })

  it('keep the earlier ones when a pattern can’t be used, and say why', async () => {
    const pattern: RememberedRule = { rule: { by: 'pattern', pattern: '{any}' }, isUsed: true }
    const refused = await matching()
      .setRules({ rules: [pattern] })
      .catch((error: unknown) => error)
    expect((refused as AppError).failure).toMatchObject({ kind: 'pattern-refused', problem: { kind: 'pattern-names-no-product' } })
    expect((await matching().rules()).rules).toHaveLength(6)
  })

  it('begin with a mapping file once there is one, until it is removed', async () => {
    await addFiles(['shoot/IMG_1.png', 'AB-12.png'])
    await importList(['SKU,Name', 'AB-12,Mug', 'CD-34,Pen'])
    const kept = await matching().setMapping({
      mapping: { name: 'shoot.csv', bytes: Buffer.from('file;product\r\nIMG_1.png;CD-34\r\n').toString('base64') },
    })
    expect(kept.mapping).toEqual({ name: 'shoot.csv', lines: 1 })
    expect(kept.rules[0]).toEqual({ rule: { by: 'mapping' }, isUsed: true })
    await library.reopen()
    await apply()
    expect(await products()).toEqual({ Mug: ['AB-12.png'], Pen: ['IMG_1.png'] })
    const without = await matching().setMapping({ mapping: null })
    expect(without.mapping).toBeNull()
    await apply()
    expect(await products()).toEqual({ Mug: ['AB-12.png'] })
  })

  it('name the line of a mapping file that can’t be read, and keep the earlier file', async () => {
    await matching().setMapping({ mapping: { name: 'good.csv', bytes: Buffer.from('a.png,AB-12').toString('base64') } })
    const refused = await matching()
      .setMapping({ mapping: { name: 'bad.csv', bytes: Buffer.from('a.png,AB-12\nb.png').toString('base64') } })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    expect((refused as AppError).failure).toEqual({ kind: 'mapping-unreadable', line: 2 })
    expect((await matching().rules()).mapping?.name).toBe('good.csv')
  })

  it('of no workspace yet become those of the first one', async () => {
    await matching().setMapping({ mapping: { name: 'shoot.csv', bytes: Buffer.from('a.png,AB-12').toString('base64') } })
    await library.connect()
    expect((await matching().rules()).mapping?.name).toBe('shoot.csv')
  })
})

describe('folder names as products', () => {
  it('are one change that is undone as a whole, and leave a person’s decisions alone', async () => {
    await addFiles(['SKU-1001/02.png', 'SKU-1001/01.png', 'SKU-1002/a.png', 'SKU-1002/b.png', 'loose.png'])
    expect(await matching().summary()).toMatchObject({ pictures: 5, open: 5, hasProducts: false, last: null })
    expect(await matching().foldersOutline()).toEqual({ folders: 2, pictures: 4, names: ['SKU-1001', 'SKU-1002'] })
    await matching().notAProduct({ imageIds: [await idOf('b.png')] })
    expect(await matching().useFolders()).toMatchObject({ products: 2, pictures: 3 })
    const all = { 'SKU-1001': ['01.png', '02.png'], 'SKU-1002': ['a.png'] }
    expect(await products()).toEqual(all)
    expect(await tray('not-a-product')).toEqual(['b.png'])
    // Rules know these products, and leave what a person decided.
    await addFiles(['SKU-1002_3.png'])
    await apply()
    expect(await products()).toEqual({ ...all, 'SKU-1002': ['a.png', 'SKU-1002_3.png'] })
    expect(await matching().undo()).toMatchObject({ undone: { kind: 'apply', pictures: 1 } })
    expect(await matching().undo()).toMatchObject({ undone: { kind: 'folders', pictures: 3, product: null, products: 2 } })
    expect(await products()).toEqual({})
    expect(await matching().summary()).toMatchObject({ hasProducts: false, notAProduct: 1, last: { kind: 'not-a-product', pictures: 1 } })
  })

  it('put new pictures of a folder behind those that it has, also when one was taken out', async () => {
    await addFiles(['SKU-1001/1.png', 'SKU-1001/2.png', 'SKU-1001/3.png'])
    await matching().useFolders()
    await matching().takeOut({ imageIds: [await idOf('1.png')] })
    await addFiles(['SKU-1001/0.png'])
    expect(await matching().useFolders()).toMatchObject({ products: 1, pictures: 1 })
    const [folder] = (await matching().page({ offset: 0, limit: 1 })).rows
    expect(folder?.pictures.map(({ name }) => name)).toEqual(['2.png', '3.png', '0.png'])
  })

  it('are the products of a list once it has them, with their pictures', async () => {
    await addFiles(['SKU-1001/01.png'])
    await matching().useFolders()
    await importList(['SKU,Name', 'SKU-1001,Mug'])
    await addFiles(['SKU-1001_2.png'])
    await apply()
    expect((await products()).Mug).toEqual(['01.png', 'SKU-1001_2.png'])
    expect(await matching().products({ text: 'sku1001', limit: 5 })).toMatchObject([{ product: { name: 'Mug' }, pictures: 2 }])
  })

  it('are several where only the numbers in them are separated differently, and one where case or other separators differ', async () => {
    await addFiles(['SKU-10-0/1.png', 'SKU-100/2.png', 'web/sku_100/3.png'])
    expect(await matching().useFolders()).toMatchObject({ products: 2, pictures: 3 })
    expect(await products()).toEqual({ 'SKU-10-0': ['1.png'], 'SKU-100': ['2.png', '3.png'] })
    await importList(['SKU,Name', 'SKU-100,Mug'])
    const found = await matching().products({ text: 'sku-10-0', limit: 5 })
    expect(found.map(({ product }) => product.name).toSorted()).toEqual(['Mug', 'SKU-10-0'])
  })

  it('of the same name in several places are called by their paths', async () => {
    await addFiles(['shirts/blue/1.png', 'trousers/blue/1.png', 'shirts/red/1.png'])
    await matching().useFolders()
    const names = Object.keys(await products())
    expect(names).toHaveLength(3)
    expect(names.filter((name) => name.endsWith('/blue'))).toHaveLength(2)
    expect(names).toContain('red')
  })
})

describe('a person’s decisions', () => {
  const prepare = async (): Promise<void> => {
    await addFiles(['AB-12_1.png', 'AB-12_2.png', 'AB-12_3.png', 'loose.png'])
    await importList(['SKU,Name,EAN', 'AB-12,Mug,4006381333931', 'CD-34,Pen,'])
    await apply()
  }

  it('put a picture in front of another one, and the order stays when rules are applied again', async () => {
    await prepare()
    const to = await productNamed('mug')
    await matching().move({ imageIds: [await idOf('AB-12_3.png')], to, before: await idOf('AB-12_1.png') })
    const ordered = { Mug: ['AB-12_3.png', 'AB-12_1.png', 'AB-12_2.png'] }
    expect(await products()).toEqual(ordered)
    expect((await matching().summary()).last).toMatchObject({ kind: 'order', pictures: 1, product: 'Mug (AB-12)' })
    await addFiles(['AB-12_0.png'])
    await apply()
    expect(await products()).toEqual({ Mug: [...ordered.Mug, 'AB-12_0.png'] })
    expect(await apply()).toMatchObject({ changed: 0 })
  })

  it('keep the reason of a picture that only changes its place', async () => {
    await prepare()
    const to = await productNamed('mug')
    await matching().move({ imageIds: [await idOf('AB-12_3.png'), await idOf('loose.png')], to, before: await idOf('AB-12_1.png') })
    const [mug] = (await matching().page({ offset: 0, limit: 1 })).rows
    expect(mug?.pictures.map(({ name, why }) => [name, why?.by ?? null])).toEqual([
      ['AB-12_3.png', 'sku'],
      ['loose.png', null],
      ['AB-12_1.png', 'sku'],
      ['AB-12_2.png', 'sku'],
    ])
  })

  it('take a picture out of its product, where rules leave it, until this is undone', async () => {
    await prepare()
    await matching().takeOut({ imageIds: [await idOf('AB-12_1.png')] })
    expect(await tray()).toEqual(['AB-12_1.png', 'loose.png'])
    const [first] = (await matching().tray({ offset: 0, limit: 1 })).rows
    expect(first).toMatchObject({ isTakenOut: true, question: null })
    expect(await apply()).toMatchObject({ changed: 0 })
    await matching().undo()
    expect(await tray()).toEqual(['loose.png'])
  })

  it('that a picture is of no product can be looked at and taken back', async () => {
    await prepare()
    const imageIds = [await idOf('loose.png')]
    await matching().notAProduct({ imageIds })
    expect([await tray(), await tray('not-a-product')]).toEqual([[], ['loose.png']])
    await matching().takeOut({ imageIds })
    expect([await tray(), await tray('not-a-product')]).toEqual([['loose.png'], []])
  })

  it('about a question find its products by name', async () => {
    await addFiles(['AB-12/CD-34_1.png', 'loose.png'])
    await importList(['SKU,Name', 'AB-12,Mug', 'CD-34,Pen'])
    await apply()
    const { rows, questions, total } = await matching().tray({ offset: 0, limit: 1 })
    expect([questions, total]).toEqual([1, 2])
    expect(rows[0]?.candidates.map(({ product }) => product.name)).toEqual(['Mug', 'Pen'])
    const second = rows[0]?.candidates[1]
    if (second) await matching().move({ imageIds: [rows[0]?.imageId ?? ''], to: second.product })
    expect(await products()).toEqual({ Pen: ['CD-34_1.png'] })
  })
})

describe('known products', () => {
  it('are found by any part of name, SKU, GTIN or id, what was typed in full first', async () => {
    await importList(['Product ID,SKU,EAN,Name', ',AB-12,4006381333931,Blue mug', 'prd_7,AB-1,,Mug', ',CD-34,,Pen'])
    const find = async (text: string) => (await matching().products({ text, limit: 10 })).map(({ product }) => product.name)
    expect(await find('mug')).toEqual(['Mug', 'Blue mug'])
    expect(await find('ab1')).toEqual(['Mug', 'Blue mug'])
    expect(await find('81333')).toEqual(['Blue mug'])
    expect(await find('PRD_7')).toEqual(['Mug'])
    expect(await find('nothing')).toEqual([])
    expect(await find('')).toHaveLength(3)
  })

  it('with pictures are searched like that, too', async () => {
    await addFiles(['AB-12_1.png', 'CD-34_1.png'])
    await importList(['SKU,Name', 'AB-12,Mug', 'CD-34,Pen'])
    await apply()
    expect(await products('pe')).toEqual({ Pen: ['CD-34_1.png'] })
    expect(await products('ab-1')).toEqual({ Mug: ['AB-12_1.png'] })
    expect(await products('sku')).toEqual({})
  })
})
