/** A magic number: `bytes` (latin-1 text) at `at`. */
type Magic = { readonly at?: number; readonly bytes: string; readonly name: string }

// First match wins: the longer and more telling come first.
const magics: readonly Magic[] = [
  { bytes: '\x8bJNG\r\n\x1a\n', name: 'a JNG picture' },
  { bytes: '\x8aMNG\r\n\x1a\n', name: 'an MNG animation' },
  { bytes: 'GIF87a', name: 'a GIF picture' },
  { bytes: 'GIF89a', name: 'a GIF picture' },
  { bytes: '8BPS', name: 'a Photoshop document' },
  { bytes: '%PDF-', name: 'a PDF document' },
  { bytes: '%!PS', name: 'a PostScript document' },
  { bytes: 'II*\0\x10\0\0\0CR', name: 'a camera raw file (Canon CR2)' },
  { bytes: 'II*\0', name: 'a TIFF picture or camera raw file' },
  { bytes: 'MM\0*', name: 'a TIFF picture or camera raw file' },
  { bytes: 'II+\0', name: 'a TIFF picture' },
  { bytes: 'MM\0+', name: 'a TIFF picture' },
  { bytes: 'IIRO', name: 'a camera raw file (Olympus)' },
  { bytes: 'IIU\0', name: 'a camera raw file (Panasonic)' },
  { bytes: 'FUJIFILMCCD-RAW', name: 'a camera raw file (Fujifilm)' },
  { bytes: 'FOVb', name: 'a camera raw file (Sigma)' },
  { bytes: 'II\xbc', name: 'a JPEG XR picture' },
  { bytes: '\0\0\0\x0cJXL \r\n\x87\n', name: 'a JPEG XL picture' },
  { bytes: '\xff\n', name: 'a JPEG XL picture' },
  { bytes: '\0\0\0\x0cjP  \r\n\x87\n', name: 'a JPEG 2000 picture' },
  { bytes: '\xff\x4f\xff\x51', name: 'a JPEG 2000 picture' },
  { bytes: '\0\0\x01\0', name: 'an icon (ICO)' },
  { bytes: '\0\0\x02\0', name: 'a cursor (CUR)' },
  { bytes: 'v/1\x01', name: 'an OpenEXR picture' },
  { bytes: 'qoif', name: 'a QOI picture' },
  { bytes: 'DDS ', name: 'a DDS texture' },
  { bytes: 'gimp xcf', name: 'a GIMP document' },
  { bytes: 'RIFF', name: 'an audio or video file' },
  { bytes: '\x1aE\xdf\xa3', name: 'a video (Matroska or WebM)' },
  { bytes: 'FLV\x01', name: 'a video (Flash)' },
  { bytes: '\0\0\x01\xba', name: 'a video (MPEG)' },
  { bytes: '\0\0\x01\xb3', name: 'a video (MPEG)' },
  { bytes: '0&\xb2u\x8ef\xcf\x11', name: 'a video (Windows Media)' },
  { bytes: 'OggS', name: 'an audio or video file (Ogg)' },
  { bytes: 'ID3', name: 'an audio file (MP3)' },
  { bytes: 'fLaC', name: 'an audio file (FLAC)' },
  { bytes: 'PK\x03\x04', name: 'a ZIP archive or office document' },
  { bytes: 'PK\x05\x06', name: 'an empty ZIP archive' },
  { bytes: '\x1f\x8b', name: 'a gzip archive' },
  { bytes: '7z\xbc\xaf\x27\x1c', name: 'a 7-Zip archive' },
  { bytes: 'Rar!\x1a\x07', name: 'a RAR archive' },
  { bytes: 'BZh', name: 'a bzip2 archive' },
  { bytes: '\xfd7zXZ\0', name: 'an xz archive' },
  { bytes: '(\xb5/\xfd', name: 'a Zstandard archive' },
  { at: 257, bytes: 'ustar', name: 'a tar archive' },
  { bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', name: 'an older office document' },
  { bytes: '{\\rtf', name: 'an RTF document' },
  { bytes: 'SQLite format 3\0', name: 'an SQLite database' },
  { bytes: '\x7fELF', name: 'a program' },
  { bytes: 'wOFF', name: 'a font' },
  { bytes: 'wOF2', name: 'a font' },
  { bytes: 'OTTO', name: 'a font' },
  { bytes: '\0\x01\0\0\0', name: 'a font' },
  { bytes: '\0\x05\x16\x07', name: 'a macOS companion file (AppleDouble)' },
]

/** ISO base media files (HEIC, AVIF, MP4 …) by their brand. */
const nameOfBrand = (brand: string): string => {
  if (/^avi[fs]$/.test(brand)) return 'an AVIF picture'
  if (/^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) return 'a HEIC picture'
  if (brand === 'crx ') return 'a camera raw file (Canon CR3)'
  if (brand === 'qt  ') return 'a video (QuickTime)'
  if (/^M4A|^M4B/.test(brand)) return 'an audio file (M4A)'
  return 'a video (MP4)'
}

const nameOfRiff = (form: string): string | undefined =>
  ({ WEBP: 'a WebP picture', 'AVI ': 'a video (AVI)', WAVE: 'an audio file (WAV)' })[form]

/** mif1 is any picture in a HEIF container: the compatible brands then tell AVIF from HEIC. */
const nameOfIsoMedia = (latin: string): string => {
  const brand = latin.slice(8, 12)
  if (brand === 'mif1' && latin.slice(12, 64).includes('avif')) return 'an AVIF picture'
  return nameOfBrand(brand)
}

/** BMP and DOS programs have two-byte magics, which text may begin with by chance: the fields after them are looked at too. */
const nameOfShortMagic = (head: Uint8Array, latin: string): string | undefined => {
  const headerSize = (head[14] ?? 0) + ((head[15] ?? 0) << 8)
  if (latin.startsWith('BM') && [12, 40, 52, 56, 64, 108, 124].includes(headerSize)) return 'a BMP picture'
  if (latin.startsWith('MZ') && latin.includes('\0')) return 'a program'
  return undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells text from other bytes.
const notText = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f\ufffd]/

/** The text of the head, or undefined if it is not text. A character cut by the end of the head is no harm. */
const readText = (head: Uint8Array): string | undefined => {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const encoding = !isUtf16 ? 'utf-8' : head[0] === 0xff ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(head.subarray(0, 4096), { stream: true })
  return notText.test(text) ? undefined : text
}

const nameOfText = (text: string): string => {
  const start = text.trimStart().slice(0, 2048).toLowerCase()
  const isMarkup = start.startsWith('<')
  if (isMarkup && /<!doctype html|<html[\s>]|<head[\s>]|<body[\s>]/.test(start)) return 'a web page (HTML)'
  if (isMarkup && /<svg[\s>:]/.test(start)) return 'an SVG drawing'
  if (start.startsWith('<?xml')) return 'an XML document'
  return 'plain text'
}

/**
 * What a file that is neither PNG nor JPEG really is, whatever its name says: "a WebP picture", "plain text". `undefined` if it
 * is none of the kinds known here. Looks at the first bytes only and never throws.
 */
export const nameRealKind = (head: Uint8Array): string | undefined => {
  const latin = String.fromCharCode(...head.subarray(0, 512))
  if (latin.slice(4, 8) === 'ftyp') return nameOfIsoMedia(latin)
  if (latin.startsWith('RIFF')) return nameOfRiff(latin.slice(8, 12)) ?? 'an audio or video file'
  const magic = magics.find(({ at = 0, bytes }) => latin.startsWith(bytes, at))
  if (magic) return magic.name
  const short = nameOfShortMagic(head, latin)
  if (short) return short
  const text = readText(head)
  return text === undefined ? undefined : nameOfText(text)
}
