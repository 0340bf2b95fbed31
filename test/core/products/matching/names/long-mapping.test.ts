import { expect, it } from 'vitest'
import { parseMapping } from '../../../../../electron/core/products/matching/names/parse-mapping.ts'

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}.jpg;SKU-${at}`)

it('no line of a long mapping is lost', () => {
  const files = parseMapping(`file;sku\r\n${lines(2_000).join('\r\n')}\r\n\r\n`)
  expect(files.map(({ file, product }) => `${file};${product}`)).toEqual(lines(2_000))
})

it('a long mapping is refused for its first wrong line, and for its length', () => {
  expect(() => parseMapping([...lines(1_200), 'wrong', ...lines(5), 'wrong'].join('\n'))).toThrow('Line 1,201 of the mapping')
  expect(() => parseMapping('a;b\n'.repeat(200_001))).toThrow('more than 200,000 lines')
})
