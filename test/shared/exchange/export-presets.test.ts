import { describe, expect, it } from 'vitest'
import { findRoles, layoutOfPreset, shopPresets, usualLayout } from '../../../shared/exchange/export-presets.ts'

const asked = (column: string) => ({ question: `${column}?`, column, checks: [] })
const questions = ['Alt text', 'Long description', 'Product title', 'Description', 'Größe'].map(asked)
const preset = (id: string) => shopPresets.find((one) => one.id === id)!
const tableOf = (id: string) => layoutOfPreset(preset(id), questions)
const summary = (id: string) =>
  tableOf(id).columns.map(({ header, from }) => [header, from.kind === 'fact' ? from.fact : from.kind === 'question' ? from.question : ''])

describe('presets', () => {
  it('take the questions by the names of their columns', () => {
    const roles = findRoles(questions)
    expect([roles.alt, roles.extended, roles.title, roles.description].map((one) => one?.column)).toEqual([
      'Alt text',
      'Long description',
      'Product title',
      'Description',
    ])
  })

  // https://help.shopify.com/en/manual/products/import-export/using-csv: commas, these headers, one row for each picture of a product;
  // “URL handle” and “Title” are required to update products.
  it('for Shopify have the columns that update alt texts', () => {
    expect(summary('shopify')).toEqual([
      ['Title', 'productName'],
      ['URL handle', 'handle'],
      ['Product image URL', 'address'],
      ['Image position', 'position'],
      ['Image alt text', 'Alt text?'],
    ])
    expect(tableOf('shopify')).toMatchObject({ rows: 'pictures', form: { kind: 'csv', separator: ',', bom: false } })
  })

  // The importer’s schema: “SKU” finds products, custom fields are “Meta: key”.
  it('for WooCommerce have its schema’s columns, and custom fields for the rest', () => {
    expect(summary('woocommerce')).toEqual([
      ['SKU', 'sku'],
      ['Name', 'productName'],
      ['Description', 'Description?'],
      ['Meta: image_alt_text', 'Alt text?'],
      ['Meta: long_description', 'Long description?'],
      ['Meta: product_title', 'Product title?'],
      ['Meta: grosse', 'Größe?'],
    ])
    expect(tableOf('woocommerce').rows).toBe('products')
  })

  // akeneo/pim-docs, “Product data structure”: the identifier is “sku”, other columns are attribute codes; semicolons.
  it('for Akeneo have the identifier and attribute codes, separated by semicolons', () => {
    expect(summary('akeneo').map(([header]) => header)).toEqual([
      'sku',
      'alt_text',
      'long_description',
      'product_title',
      'description',
      'grosse',
    ])
    expect(tableOf('akeneo').form).toEqual({ kind: 'csv', separator: ';', bom: false, flat: false })
  })

  // support.google.com/merchants/answer/7052112 and 160567: tabs, attribute names in the first row.
  it('for Google Merchant have attributes of its specification, separated by tabs, without line breaks', () => {
    expect(summary('google')).toEqual([
      ['id', 'sku'],
      ['title', 'Product title?'],
      ['description', 'Description?'],
      ['image_link', 'address'],
    ])
    expect(tableOf('google').form).toEqual({ kind: 'csv', separator: '\t', bom: false, flat: true })
  })

  it('name their documentation and when it was read', () => {
    for (const { source, readAt } of shopPresets) {
      expect(source).toMatch(/^https:\/\//)
      expect(readAt).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  it('leave out a column that no question is for, and rows that their program can’t find', () => {
    const layout = layoutOfPreset(preset('shopify'), [asked('Colour')])
    expect(layout.columns.at(-1)?.header).toBe('Image position')
    expect(layout.onlyWith).toBe('handle')
  })

  it('never use a header twice', () => {
    const headers = usualLayout('pictures', [asked('SKU'), asked('Folder')]).columns.map(({ header }) => header)
    expect(new Set(headers).size).toBe(headers.length)
    expect(headers).toContain('SKU 2')
  })
})
