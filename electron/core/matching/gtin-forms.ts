/** Lengths of GTIN-8, UPC-A (GTIN-12), EAN-13 and GTIN-14. GS1 General Specifications, 3.3. */
const lengths: readonly number[] = [8, 12, 13, 14]

/** GS1 General Specifications, 7.9: weights 3 and 1 from the right, without the check digit. */
export const hasCheckDigit = (digits: string): boolean => {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) sum += Number(digits[at]) * ((digits.length - 1 - at) % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

/** The 14 digits that all forms of an article’s number have in common; `null`: of another length. */
export const toGtin14 = (digits: string): string | null => (lengths.includes(digits.length) ? digits.padStart(14, '0') : null)
