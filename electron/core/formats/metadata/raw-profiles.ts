import { inflateSync } from 'node:zlib'
import { type PngChunk, pngChunk } from './png-chunks.ts'

/** A profile that ImageMagick and others write into a text of a PNG, in hexadecimal digits. */
export type RawProfile = { readonly type: string; readonly content: Buffer }

const keywordPattern = /^Raw profile type (exif|app1|iptc|8bim|xmp)\0/i
/** A text that unpacks to more is no profile. */
const mostUnpacked = 16 * 1024 * 1024

export const isRawProfile = ({ type, content }: PngChunk): boolean =>
  ['tEXt', 'zTXt', 'iTXt'].includes(type) && keywordPattern.test(content.toString('latin1', 0, 40))

/** `null`: it can't be read. */
export const readRawProfile = ({ type, content }: PngChunk): RawProfile | null => {
  const name = keywordPattern.exec(content.toString('latin1', 0, 40))?.[1]
  if (name === undefined || type === 'iTXt') return null
  const said = content.subarray(content.indexOf(0) + 1)
  try {
    const text = (type === 'zTXt' ? inflateSync(said.subarray(1), { maxOutputLength: mostUnpacked }) : said).toString('latin1')
    // Its name and its length in bytes come first, on lines of their own.
    const [, , length = '', ...digits] = text.split('\n')
    const bytes = Buffer.from(digits.join('').trim(), 'hex')
    return bytes.length > 0 && bytes.length === Number(length) ? { type: name.toLowerCase(), content: bytes } : null
  } catch {
    return null
  }
}

export const makeRawProfile = ({ type, content }: RawProfile): Buffer => {
  const lines = content.toString('hex').match(/.{1,72}/g) ?? []
  const text = ['', type, String(content.length).padStart(8), ...lines, ''].join('\n')
  return pngChunk('tEXt', Buffer.from(`Raw profile type ${type}\0${text}`, 'latin1'))
}
