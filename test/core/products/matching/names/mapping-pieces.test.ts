import { describe, expect, it } from 'vitest'
import { prepareMatcher } from '../../../../../electron/core/products/matching/names/match-pictures.ts'
import { parseMappingPieces } from '../../../../../electron/core/products/matching/names/parse-mapping.ts'

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}.jpg;SKU-${at}`)

describe('a long mapping', () => {
  it('is parsed in pieces, and no line of it is lost', () => {
    const pieces = [...parseMappingPieces(`file;sku\r\n${lines(2_000).join('\r\n')}\r\n\r\n`)]
    expect(pieces.length).toBeGreaterThanOrEqual(4)
    expect(pieces.flat().map(({ file, product }) => `${file};${product}`)).toEqual(lines(2_000))
  })

  it('is refused for its first wrong line once that is read, and for its length', () => {
    const wrong = parseMappingPieces([...lines(1_200), 'wrong', ...lines(5)].join('\n'))
    expect(wrong.next().done).toBe(false)
    expect(() => [...wrong]).toThrow('Line 1,201 of the mapping')
    expect(() => [...parseMappingPieces('a;b\n'.repeat(200_001))]).toThrow('more than 200,000 lines')
  })

  it('is made ready in pieces', () => {
    const files = lines(1_000).map((line) => ({ file: line.split(';')[0] ?? '', product: line.split(';')[1] ?? '' }))
    const made = prepareMatcher([{ by: 'mapping', files }])
    if (made.kind === 'refused') throw new Error(made.problem.kind)
    const finishing = made.prepared.finish()
    let pieces = 0
    let step = finishing.next()
    for (; !step.done; step = finishing.next()) pieces += 1
    expect(pieces).toBeGreaterThanOrEqual(9)
    expect(step.value.unknownInMapping).toHaveLength(1_000)
  })
})
