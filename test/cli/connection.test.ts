import { expect, it, test } from 'vitest'
import { readConnectionChange } from '../../electron/cli/read-connection-settings.ts'

it('settings of a connection are read by their keys', () => {
  const settings = ['name=Team = Blue', 'serviceAppends=true', 'paths.sources=/a', 'paths.products=', 'rates.upload-source=none']
  expect(readConnectionChange([...settings, 'rates.create-product=', 'templates.createProduct={"a":"{{name}}"}'])).toEqual({
    name: 'Team = Blue',
    serviceAppends: true,
    paths: { sources: '/a', products: null },
    rates: { 'upload-source': null, 'create-product': 'unstated' },
    templates: { createProduct: '{"a":"{{name}}"}' },
  })
  const lists = ['listEditors=only-here', 'productAddress=https://shop.example/{productId}?a=b']
  expect(readConnectionChange(lists)).toEqual({ listEditors: 'only-here', productAddress: 'https://shop.example/{productId}?a=b' })
  expect(readConnectionChange(['productAddress=', 'listEditors='])).toEqual({ productAddress: null, listEditors: null })
  expect(readConnectionChange(['jpegQuality=80'])).toEqual({ jpegQuality: 80 })
  expect(readConnectionChange(['jpegQuality='])).toEqual({ jpegQuality: null })
})

it('reading products can be turned on, changed in parts, and turned off', () => {
  expect(readConnectionChange(['readProduct=on'])).toEqual({ readProduct: {} })
  expect(readConnectionChange(['readProduct.path=/p/{productId}?a=b', 'readProduct.pageSize=50', 'readProduct=on'])).toEqual({
    readProduct: { path: '/p/{productId}?a=b', pageSize: 50 },
  })
  expect(readConnectionChange(['readProduct.paging=next', 'readProduct.list='])).toEqual({ readProduct: { paging: 'next', list: null } })
  expect(readConnectionChange(['readProduct=off'])).toEqual({ readProduct: null })
})

test.each([
  'sources=/a',
  'name',
  'serviceAppends=maybe',
  'jpegQuality=high',
  'readProduct=yes',
  'readProduct.paging=some',
  'readProduct.pageSize=a',
  'readProduct.more=a',
  'rates.upload-source=fast',
  'baseUrl=https://x',
  '__proto__=1',
])('%s is rejected', (setting) => {
  expect(() => readConnectionChange([setting])).toThrow(/Nothing was changed/)
})
