import { type Box, listBoxes } from '../../kinds/identify-heif.ts'
import { profileOfNclx } from './nclx-profile.ts'

// libvips takes an AVIF's colors from an ICC profile alone. Most encoders say them in numbers (`nclx`), so those get a profile of the same colors beside
// them: in a copy of the description at the file's end, as places of pixels are counted from the file's beginning.

/** Bytes of a box's length and name; only boxes with short lengths are changed. */
const boxHead = 8

type Description = {
  readonly meta: Box
  readonly properties: Box
  /** What pictures may have, in the order of their numbers. */
  readonly known: Box
  /** Which picture has which of them. */
  readonly owners: Box
  readonly primary: number
}

const hasShortHead = ({ at, from }: Box): boolean => from - at === boxHead

const findDescription = (file: Uint8Array, view: DataView): Description | undefined => {
  const find = (name: string, from: number, to: number): Box | undefined =>
    listBoxes(file, from, to).find((one) => one.name === name && hasShortHead(one) && one.to <= to)
  const meta = find('meta', 0, file.length)
  const named = meta && find('pitm', meta.from + 4, meta.to)
  const properties = meta && find('iprp', meta.from + 4, meta.to)
  const known = properties && find('ipco', properties.from, properties.to)
  const owners = properties && find('ipma', properties.from, properties.to)
  if (!meta || !named || !properties || !known || !owners || named.to - named.from < 6 || owners.to - owners.from < 8) return undefined
  const isLong = file[named.from] !== 0
  if (isLong && named.to - named.from < 8) return undefined
  return { meta, properties, known, owners, primary: isLong ? view.getUint32(named.from + 4) : view.getUint16(named.from + 4) }
}

/** Of a picture: `countAt`: how many properties it has; `end`: behind their numbers. */
type Owned = { readonly numbers: readonly number[]; readonly countAt: number; readonly end: number; readonly isWide: boolean }

/** The primary picture's properties (ISO 23008-12, section 9.3.1: `ItemPropertyAssociation`). */
const readOwned = (view: DataView, { owners, primary }: Description): Owned | undefined => {
  const isLongId = view.getUint8(owners.from) !== 0
  const isWide = (view.getUint8(owners.from + 3) & 1) === 1
  const idBytes = isLongId ? 4 : 2
  let at = owners.from + 8
  for (let left = view.getUint32(owners.from + 4); left > 0 && at + idBytes + 1 <= owners.to; left -= 1) {
    const id = isLongId ? view.getUint32(at) : view.getUint16(at)
    const countAt = at + idBytes
    const count = view.getUint8(countAt)
    const end = countAt + 1 + count * (isWide ? 2 : 1)
    if (end > owners.to) return undefined
    if (id === primary) {
      // The highest bit says that a reader has to know it.
      const numberAt = (index: number): number =>
        isWide ? view.getUint16(countAt + 1 + 2 * index) & 0x7fff : view.getUint8(countAt + 1 + index) & 0x7f
      return { numbers: Array.from({ length: count }, (_, index) => numberAt(index)), countAt, end, isWide }
    }
    at = end
  }
  return undefined
}

/** The profile that its numbers mean; `undefined`: it has one, or its colors are sRGB's. */
const findProfile = (file: Uint8Array, view: DataView, known: readonly Box[], { numbers }: Owned): Uint8Array | undefined => {
  const colors = numbers
    .flatMap((number) => known[number - 1] ?? [])
    .filter(({ name, from, to }) => name === 'colr' && to - from >= 8 && to <= file.length)
  const kindOf = ({ from }: Box): string => String.fromCharCode(...file.subarray(from, from + 4))
  const [first] = colors.every((box) => kindOf(box) === 'nclx') ? colors : []
  return first && profileOfNclx(view.getUint16(first.from + 4), view.getUint16(first.from + 6))
}

/** Bytes that are put before those at a place. */
type Insertion = { readonly at: number; readonly bytes: Uint8Array; readonly inside: readonly Box[] }

/** A part of a file with more in it, and with the lengths of the boxes around that. */
const insertInto = (file: Uint8Array, { at: begin, to }: Box, insertions: readonly Insertion[]): Buffer => {
  const part = Buffer.from(file.subarray(begin, to))
  for (const { bytes, inside } of insertions)
    for (const box of inside) part.writeUInt32BE(part.readUInt32BE(box.at - begin) + bytes.length, box.at - begin)
  const pieces: Uint8Array[] = []
  let done = 0
  for (const { at, bytes } of insertions.toSorted((one, other) => one.at - other.at)) {
    pieces.push(part.subarray(done, at - begin), bytes)
    done = at - begin
  }
  return Buffer.concat([...pieces, part.subarray(done)])
}

const box = (name: string, ...content: readonly Uint8Array[]): Buffer => {
  const inside = Buffer.concat(content)
  const head = Buffer.alloc(boxHead)
  head.writeUInt32BE(boxHead + inside.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, inside])
}

/** Where a file's last box ends; `undefined`: it is cut off, or something else is behind its boxes. */
const findEnd = (file: Uint8Array, view: DataView): { readonly end: number; readonly openBox?: Box } | undefined => {
  const last = listBoxes(file).at(-1)
  if (!last) return undefined
  if (last.to <= file.length) return file.length - last.to < boxHead ? { end: last.to } : undefined
  // Its length is 0: it goes on to the file's end.
  return view.getUint32(last.at) === 0 ? { end: file.length, openBox: last } : undefined
}

/**
 * An AVIF that says its colors in numbers only, with a profile of them beside those. `undefined`: it needs none, or is described in a way that
 * can't be added to.
 */
export const withProfileOfNumbers = (file: Uint8Array): Buffer | undefined => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const description = findDescription(file, view)
  const owned = description && readOwned(view, description)
  const found = owned && findEnd(file, view)
  if (!owned || !found) return undefined
  const { meta, properties, known } = description
  const boxes = listBoxes(file, known.from, known.to)
  const profile = findProfile(file, view, boxes, owned)
  const number = boxes.length + 1
  if (!profile || owned.numbers.length === 0xff || number > (owned.isWide ? 0x7fff : 0x7f)) return undefined
  const more = insertInto(file, meta, [
    { at: known.to, bytes: box('colr', Buffer.from('prof', 'latin1'), profile), inside: [meta, properties, known] },
    {
      at: owned.end,
      bytes: owned.isWide ? Uint8Array.of(number >> 8, number & 0xff) : Uint8Array.of(number),
      inside: [meta, properties, description.owners],
    },
  ])
  // The count is before anything that was put in, unless the list of properties comes first.
  const shift = owned.countAt >= known.to ? profile.length + boxHead + 4 : 0
  more[owned.countAt - meta.at + shift] = owned.numbers.length + 1
  const { end, openBox } = found
  const copy = Buffer.concat([file.subarray(0, end), more])
  if (openBox) copy.writeUInt32BE(end - openBox.at, openBox.at)
  copy.write('free', meta.at + 4, 'latin1')
  return copy
}
