import { describe, expect, it } from 'vitest'
import { headBytes, identifyFile } from '../../../../electron/core/formats/kinds/identify-file.ts'
import { allRed, box, type Coded, gridItem, pictureItem, plain, writeHeif, writeSequence } from '../../../fixtures/heif-files.ts'

const asAv1 = (coded: Coded): Coded => ({ ...coded, type: 'av01' })
const kindOf = (bytes: Buffer): string => {
  const found = identifyFile(bytes, bytes.length)
  return found.kind === 'image'
    ? `${found.format} ${found.width} × ${found.height}`
    : found.kind === 'refused'
      ? found.error.message
      : found.kind
}

describe('a HEIF file is identified by what is inside', () => {
  const tile = pictureItem(allRed())
  it.each([
    ['HEVC', writeHeif({ items: [pictureItem(plain())] }), 'heic 120 × 80'],
    [
      'HEVC, with a brand that any picture may have',
      writeHeif({ brand: 'mif1', brands: ['mif1'], items: [pictureItem(plain())] }),
      'heic 120 × 80',
    ],
    ['AV1, with that brand', writeHeif({ brand: 'mif1', brands: ['mif1'], items: [pictureItem(asAv1(plain()))] }), 'avif 120 × 80'],
    ['AV1, with the brand of HEVC', writeHeif({ items: [pictureItem(asAv1(plain()))] }), 'avif 120 × 80'],
    ['tiles', writeHeif({ brand: 'mif1', items: [tile, tile, gridItem(1, 2, [100, 64], [1, 2])], primary: 3 }), 'heic 100 × 64'],
    ['a sequence alone', writeSequence([plain(), plain()]), 'heic 120 × 80'],
    [
      'tiles that are made of each other',
      writeHeif({ items: [gridItem(1, 1, [100, 64], [2]), gridItem(1, 1, [100, 64], [1])] }),
      'heic 100 × 64',
    ],
    [
      'another coding',
      writeHeif({ brand: 'mif1', items: [{ ...tile, type: 'j2k1' }] }),
      'It is a HEIF picture of a rare kind (neither HEVC nor AV1), not a ',
    ],
    [
      'no picture',
      Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0heic', 'latin1')), Buffer.alloc(60)]),
      'The HEIC’s header is damaged.',
    ],
    [
      'too many pixels',
      writeHeif({ items: [pictureItem({ ...plain(), size: [8000, 8000] })] }),
      'The picture is 8,000 × 8,000 pixels (64 megapixels); at most 50 megapixels of a HEIC are taken.',
    ],
  ])('%s', (_, bytes, wanted) => {
    expect(kindOf(bytes).slice(0, wanted.length)).toBe(wanted)
  })

  it('asks for the description where it is behind the pixels', () => {
    const long = { ...plain(), data: Buffer.concat([plain().data, Buffer.alloc(headBytes)]) }
    for (const bytes of [writeHeif({ items: [pictureItem(long)], isMetaLast: true })]) {
      const wanted = identifyFile(bytes.subarray(0, headBytes), bytes.length)
      if (wanted.kind !== 'need-part') throw new Error(`It is ${wanted.kind}.`)
      const part = { at: wanted.at, bytes: bytes.subarray(wanted.at, wanted.at + wanted.bytes) }
      expect(identifyFile(bytes.subarray(0, headBytes), bytes.length, part)).toMatchObject({ format: 'heic', width: 120, height: 80 })
    }
  })

  it('at any length it may be cut to, without an end', () => {
    const bytes = writeHeif({ brand: 'mif1', items: [tile, tile, gridItem(1, 2, [100, 64], [1, 2])], primary: 3 })
    for (let length = 40; length < bytes.length; length += 1)
      expect(['image', 'refused', 'need-part']).toContain(identifyFile(bytes.subarray(0, length), bytes.length).kind)
  })
})
