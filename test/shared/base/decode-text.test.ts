import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../shared/base/decode-text.ts'

describe('the text of a file', () => {
  const text = 'Tür.jpg;AB-12\r\n'

  it('is read in each encoding that editors and spreadsheets write', () => {
    const marked = Buffer.from(`\uFEFF${text}`, 'utf16le')
    const encoded: readonly Uint8Array[] = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text, 'latin1'),
      marked,
      Buffer.from(marked).swap16(),
    ]
    for (const bytes of encoded) expect(decodeText(bytes)).toBe(text)
  })

  it('has the signs that only Windows-1252 has', () => {
    expect(decodeText(Uint8Array.of(0x80, 0x93, 0x54, 0xfc, 0x72, 0x94))).toBe('€“Tür”')
  })
})
