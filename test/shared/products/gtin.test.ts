import { expect, it } from 'vitest'
import { readGtin, showGtin } from '../../../shared/products/gtin.ts'

const digitsOf = (text: string): string | undefined => {
  const read = readGtin(text)
  return read.kind === 'gtin' ? read.digits : undefined
}

it('gives one article the same number however it is written', () => {
  // GS1 General Specifications, 3.3: a GTIN-12 is the GTIN-13 and GTIN-14 with zeros in front.
  expect(['036000291452', '0036000291452', '00036000291452', '0 36000 29145 2', '036000-291452'].map(digitsOf)).toEqual(
    Array(5).fill('00036000291452'),
  )
  expect(digitsOf('4006381333931')).toBe('04006381333931')
  expect(digitsOf('96385074')).toBe('00000096385074')
})

it('restores zeros that a spreadsheet dropped, if the check digit agrees, and says so', () => {
  expect(readGtin('36000291452')).toEqual({ kind: 'gtin', digits: '00036000291452', hadLostZeros: true })
  expect(readGtin('036000291452')).toEqual({ kind: 'gtin', digits: '00036000291452', hadLostZeros: false })
  expect(readGtin('36000291453')).toEqual({ kind: 'wrong', why: 'check-digit' })
})

it('refuses what is no article number, and takes nothing for none', () => {
  expect(readGtin('4006381333932')).toEqual({ kind: 'wrong', why: 'check-digit' })
  expect(readGtin('123')).toEqual({ kind: 'wrong', why: 'length' })
  expect(readGtin('4006381333931000')).toEqual({ kind: 'wrong', why: 'length' })
  expect(readGtin('4.00638E+12')).toEqual({ kind: 'wrong', why: 'not-a-number' })
  expect(['', '-', '0000000000000', 'n/a', 'N/A'].map((text) => readGtin(text).kind)).toEqual(Array(5).fill('none'))
})

it('shows an article number in its shortest usual form', () => {
  expect(['00036000291452', '04006381333931', '00000096385074', '14006381333938'].map(showGtin)).toEqual([
    '036000291452',
    '4006381333931',
    '96385074',
    '14006381333938',
  ])
})
