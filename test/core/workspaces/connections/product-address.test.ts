import { expect, it, test } from 'vitest'
import { productAddressProblem } from '../../../../electron/core/workspaces/connections/product-address-rules.ts'
import { fieldRuleWords } from '../../../../shared/base/field-rules-words.ts'
import { productAddressOf } from '../../../../shared/workspaces/product-page-link.ts'

test.each([
  ['https://shop.example/products/{productId}', null],
  ['http://127.0.0.1:8080/p?id={productId}#pictures', null],
  ['https://shop.example/products', 'must contain “{productId}”'],
  ['http://shop.example/{productId}', 'must use https, or http on this computer'],
  ['javascript:alert({productId})', 'must use https, or http on this computer'],
  ['https://name:word@shop.example/{productId}', 'must not contain a user name or a password'],
  ['https://{productId}.shop.example/', 'must have “{productId}” after the host name'],
  ['https://shop.example/a b/{productId}', 'must have no spaces, and plain characters only'],
  [`https://shop.example/${'a'.repeat(2_000)}/{productId}`, 'must have at most 2,000 characters'],
  ['shop.example/{productId}', 'must be a web address'],
])('the pattern %s: %s', (pattern, problem) => {
  const rule = productAddressProblem(pattern)
  expect(rule && fieldRuleWords(rule)).toBe(problem)
})

it('the link to a product’s page contains its id as one path segment, whatever is in it', () => {
  const pattern = 'https://shop.example/products/{productId}/edit'
  expect(productAddressOf(pattern, 'prd_1')).toBe('https://shop.example/products/prd_1/edit')
  expect(productAddressOf(pattern, '../a?b#c')).toBe('https://shop.example/products/..%2Fa%3Fb%23c/edit')
  for (const id of ['.', '..', '\ud800', null]) expect(productAddressOf(pattern, id)).toBeNull()
  expect(productAddressOf(null, 'prd_1')).toBeNull()
})
