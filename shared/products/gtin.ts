/** The lengths that an article number is written with: GTIN-8, UPC-A (GTIN-12), EAN-13 (GTIN-13) and GTIN-14. GS1 General Specifications, 3.3. */
const lengths = [8, 12, 13, 14]

/** GS1 General Specifications, 7.9: weights 3 and 1 from the right, so zeros in front change nothing. */
export const hasCheckDigit = (digits: string): boolean => {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    sum += at % 2 === 0 ? digit : 3 * digit
  }
  return sum % 10 === 0
}

/** The 14 digits that all forms of an article’s number have in common; `null`: of another length. */
export const toGtin14 = (digits: string): string | null => (lengths.includes(digits.length) ? digits.padStart(14, '0') : null)

/** `digits`: 14 of them, so that the same article is the same text however it was written. */
export type ReadGtin =
  | { readonly kind: 'gtin'; readonly digits: string; readonly hadLostZeros: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly why: 'not-a-number' | 'length' | 'check-digit' }

/**
 * Reads an article number as lists and barcodes have it. A spreadsheet drops leading zeros; the check digit tells whether the number is
 * whole without them.
 */
export const readGtin = (text: string): ReadGtin => {
  const written = text.replace(/[\s'’-]/g, '').replace(/\.0+$/, '')
  if (written === '' || /^(?:0+|n\/?a|none|null)$/i.test(written)) return { kind: 'none' }
  if (!/^\d+$/.test(written)) return { kind: 'wrong', why: 'not-a-number' }
  if (written.length > 14 || written.length < 6) return { kind: 'wrong', why: 'length' }
  if (!hasCheckDigit(written)) return { kind: 'wrong', why: 'check-digit' }
  return { kind: 'gtin', digits: written.padStart(14, '0'), hadLostZeros: !lengths.includes(written.length) }
}

/** The usual way to write it: 8, 12, 13 or 14 digits. UPC-A is shown as EAN-13 shows it, without the zero. */
export const showGtin = (digits: string): string => {
  const significant = digits.replace(/^0+/, '')
  const length = lengths.find((one) => one >= significant.length) ?? 14
  return significant.padStart(length, '0')
}
