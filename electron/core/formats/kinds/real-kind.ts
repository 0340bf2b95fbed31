import type { UnsupportedKind } from '../../../../shared/pictures/unsupported-kinds.ts'

/** A magic number: `bytes` (latin-1 text) at `at`. */
type Magic = { readonly at?: number; readonly bytes: string; readonly kind: UnsupportedKind }

// First match wins: the longer and more telling come first.
const magics: readonly Magic[] = [
  { bytes: '\x8bJNG\r\n\x1a\n', kind: 'jng' },
  { bytes: '\x8aMNG\r\n\x1a\n', kind: 'mng' },
  { bytes: '%PDF-', kind: 'pdf' },
  { bytes: '%!PS', kind: 'postscript' },
  { bytes: 'IIRO', kind: 'raw-olympus' },
  { bytes: 'II\x1a\0\0\0HEAPCCDR', kind: 'raw-canon-crw' },
  { bytes: '\0MRM', kind: 'raw-minolta' },
  { bytes: 'IIU\0', kind: 'raw-panasonic' },
  { bytes: 'FUJIFILMCCD-RAW', kind: 'raw-fujifilm' },
  { bytes: 'FOVb', kind: 'raw-sigma' },
  { bytes: 'II\xbc', kind: 'jpeg-xr' },
  { bytes: 'v/1\x01', kind: 'exr' },
  { bytes: 'qoif', kind: 'qoi' },
  { bytes: 'DDS ', kind: 'dds' },
  { bytes: 'gimp xcf', kind: 'gimp' },
  { bytes: '#?RADIANCE', kind: 'radiance' },
  { bytes: '#?RGBE', kind: 'radiance' },
  { bytes: 'SDPX', kind: 'dpx' },
  { bytes: 'XPDS', kind: 'dpx' },
  { bytes: 'SIMPLE  =', kind: 'fits' },
  { bytes: '\x01\xda\0\x01', kind: 'sgi' },
  { bytes: '\x01\xda\x01\x01', kind: 'sgi' },
  { bytes: 'bplist0', kind: 'property-list' },
  { bytes: 'RIFF', kind: 'audio-or-video' },
  { bytes: '\x1aE\xdf\xa3', kind: 'video-matroska' },
  { bytes: 'FLV\x01', kind: 'video-flash' },
  { bytes: '\0\0\x01\xba', kind: 'video-mpeg' },
  { bytes: '\0\0\x01\xb3', kind: 'video-mpeg' },
  { bytes: '0&\xb2u\x8ef\xcf\x11', kind: 'video-windows-media' },
  { bytes: 'OggS', kind: 'audio-or-video-ogg' },
  { bytes: 'ID3', kind: 'audio-mp3' },
  { bytes: 'fLaC', kind: 'flac' },
  { bytes: 'PK\x03\x04', kind: 'zip' },
  { bytes: 'PK\x05\x06', kind: 'zip-empty' },
  { bytes: '\x1f\x8b', kind: 'gzip' },
  { bytes: '7z\xbc\xaf\x27\x1c', kind: 'seven-zip' },
  { bytes: 'Rar!\x1a\x07', kind: 'rar' },
  { bytes: 'BZh', kind: 'bzip2' },
  { bytes: '\xfd7zXZ\0', kind: 'xz' },
  { bytes: '(\xb5/\xfd', kind: 'zstandard' },
  { at: 257, bytes: 'ustar', kind: 'tar' },
  { bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', kind: 'old-office' },
  { bytes: '{\\rtf', kind: 'rtf' },
  { bytes: 'SQLite format 3\0', kind: 'sqlite' },
  { bytes: '\x7fELF', kind: 'program' },
  { bytes: 'wOFF', kind: 'font' },
  { bytes: 'wOF2', kind: 'font' },
  { bytes: 'OTTO', kind: 'font' },
  { bytes: '\0\x01\0\0\0', kind: 'font' },
  { bytes: '\0\x05\x16\x07', kind: 'apple-double' },
]

/** ISO base media files (MP4 …) by their brand. */
const kindOfBrand = (brand: string): UnsupportedKind => {
  if (brand === 'crx ') return 'raw-canon-cr3'
  if (brand === 'qt  ') return 'video-quicktime'
  if (/^M4A|^M4B/.test(brand)) return 'audio-m4a'
  return 'video-mp4'
}

/** Icons and cursors have a number of pictures behind their two numbers; a TGA has zeros there. */
const kindOfIcon = (latin: string): UnsupportedKind | undefined => {
  if (!latin.startsWith('\0\0') || latin.slice(4, 6) === '\0\0') return undefined
  return latin.startsWith('\x01\0', 2) ? 'icon' : latin.startsWith('\x02\0', 2) ? 'cursor' : undefined
}

/** Netpbm's letter and number, then a space or a line. */
const isNetpbm = (latin: string): boolean => /^P[1-7][ \t\r\n]/.test(latin)

/** Version, then packed, then 1 to 8 bits. */
const isPcx = (head: Uint8Array): boolean =>
  head[0] === 10 && [0, 2, 3, 4, 5].includes(head[1] ?? -1) && head[2] === 1 && [1, 2, 4, 8].includes(head[3] ?? -1)

/** TGA has no magic number: colors by a list or not, one of its six kinds, and a size (Truevision TGA 2.0). */
const isTga = (head: Uint8Array): boolean => {
  if (head.length < 18) return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const [list, kind, bits, descriptor] = [view.getUint8(1), view.getUint8(2), view.getUint8(16), view.getUint8(17)]
  const hasList = kind === 1 || kind === 9
  const isListRight = list === 1 ? [15, 16, 24, 32].includes(view.getUint8(7)) : list === 0 && !hasList && view.getUint32(3, true) === 0
  const hasSize = view.getUint16(12, true) > 0 && view.getUint16(14, true) > 0
  return [1, 2, 3, 9, 10, 11].includes(kind) && isListRight && hasSize && [8, 15, 16, 24, 32].includes(bits) && descriptor < 64
}

/** Pictures that have more or less than a text at their beginning. */
const kindOfForm = (head: Uint8Array, latin: string): UnsupportedKind | undefined => {
  if (isNetpbm(latin)) return 'netpbm'
  if (isPcx(head)) return 'pcx'
  return kindOfIcon(latin) ?? (isTga(head) ? 'tga' : undefined)
}

const riffForms: Readonly<Record<string, UnsupportedKind>> = { 'AVI ': 'video-avi', WAVE: 'audio-wav' }
const kindOfRiff = (form: string): UnsupportedKind | undefined => riffForms[form]

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary data from text.
const notText = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f\ufffd]/

/** The text of the head, or undefined if it is not text. A character cut by the end of the head is no harm. */
const readText = (head: Uint8Array): string | undefined => {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const encoding = !isUtf16 ? 'utf-8' : head[0] === 0xff ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(head.subarray(0, 4096), { stream: true })
  return notText.test(text) ? undefined : text
}

const kindOfText = (text: string): UnsupportedKind => {
  const start = text.trimStart().slice(0, 2048).toLowerCase()
  const isMarkup = start.startsWith('<')
  if (isMarkup && /<!doctype html|<html[\s>]|<head[\s>]|<body[\s>]/.test(start)) return 'html'
  if (isMarkup && /<svg[\s>:]/.test(start)) return 'svg'
  if (start.startsWith('<?xml')) return 'xml'
  return 'text'
}

/**
 * The real kind of a file that is not an accepted picture, ignoring its name. `undefined`: an unknown kind.
 * Looks at the first bytes only and never throws.
 */
export const findRealKind = (head: Uint8Array): UnsupportedKind | undefined => {
  const latin = String.fromCharCode(...head.subarray(0, 512))
  if (latin.slice(4, 8) === 'ftyp') return kindOfBrand(latin.slice(8, 12))
  if (latin.startsWith('RIFF')) return kindOfRiff(latin.slice(8, 12)) ?? 'audio-or-video'
  const magic = magics.find(({ at = 0, bytes }) => latin.startsWith(bytes, at))
  if (magic) return magic.kind
  const form = kindOfForm(head, latin)
  if (form) return form
  // Two letters, which a text may begin with, too.
  if (latin.startsWith('MZ') && latin.includes('\0')) return 'program'
  const text = readText(head)
  return text === undefined ? undefined : kindOfText(text)
}
