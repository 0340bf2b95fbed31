/** A TIFF structure, as EXIF uses it; offsets count from its header (Exif 2.32, section 4.5.2). */
export type Exif = { readonly view: DataView; readonly littleEndian: boolean }

/** `at`: its own place; `value`: its last four bytes, the value or the place of it. */
export type ExifEntry = { readonly at: number; readonly tag: number; readonly type: number; readonly count: number; readonly value: number }

/** The TIFF header, with or without the `Exif\0\0` before it. */
export const openExif = (exif: Uint8Array): Exif | undefined => {
  const start = String.fromCharCode(...exif.subarray(0, 6)) === 'Exif\0\0' ? 6 : 0
  if (exif.length < start + 8) return undefined
  const view = new DataView(exif.buffer, exif.byteOffset + start, exif.byteLength - start)
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const littleEndian = order === 0x4949
  return view.getUint16(2, littleEndian) === 42 ? { view, littleEndian } : undefined
}

export const firstDirectory = ({ view, littleEndian }: Exif): number => view.getUint32(4, littleEndian)

/** The entries of the directory at `offset`, without those beyond the data; `end` is behind all of them, and beyond the data if it is cut off. */
export const readDirectory = (
  { view, littleEndian }: Exif,
  offset: number,
): { readonly entries: readonly ExifEntry[]; readonly end: number } => {
  if (offset < 8 || offset + 2 > view.byteLength) return { entries: [], end: Number.POSITIVE_INFINITY }
  const entries: ExifEntry[] = []
  const end = offset + 2 + 12 * view.getUint16(offset, littleEndian)
  for (let at = offset + 2; at < end && at + 12 <= view.byteLength; at += 12) {
    entries.push({
      at,
      tag: view.getUint16(at, littleEndian),
      type: view.getUint16(at + 2, littleEndian),
      count: view.getUint32(at + 4, littleEndian),
      value: view.getUint32(at + 8, littleEndian),
    })
  }
  return { entries, end }
}
