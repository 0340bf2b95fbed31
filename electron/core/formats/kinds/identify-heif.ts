import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import { acceptSize, type FilePart, type Identified, latin, refuse } from './identified.ts'

/** The coding of pictures or frames in a HEIF container: AV1, HEVC, or another. */
type Coding = Extract<ImageFormat, 'avif' | 'heic'> | 'other'

/** By the first brand; `undefined`: any picture may be in it (ISO 23008-12, sections 10.2 and B.4; AVIF 1.1). */
const codingOfBrand: Readonly<Record<string, Coding | undefined>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  hevm: 'heic',
  hevs: 'heic',
  mif1: undefined,
  mif2: undefined,
  miaf: undefined,
  msf1: undefined,
  '1pic': undefined,
  avci: 'other',
  avcs: 'other',
  vvic: 'other',
  vvis: 'other',
  evbi: 'other',
  evbs: 'other',
  j2ki: 'other',
  j2is: 'other',
}

const brandOf = (head: Uint8Array): string => latin(head, 8, 12)

export const isHeif = (head: Uint8Array): boolean => latin(head, 4, 8) === 'ftyp' && Object.hasOwn(codingOfBrand, brandOf(head))

/** The other brands, as far as the first ones tell. */
const guessCoding = (head: Uint8Array): Coding => {
  const own = codingOfBrand[brandOf(head)]
  return own ?? (latin(head, 12, 64).includes('avif') ? 'avif' : 'heic')
}

/** `at`: where its header begins; `from`: its content. */
export type Box = { readonly name: string; readonly at: number; readonly from: number; readonly to: number }

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The boxes between two places (ISO 14496-12, section 4.2); the last one may end beyond them. */
export const listBoxes = (bytes: Uint8Array, from = 0, to = bytes.byteLength): Box[] => {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const short = view.getUint32(at)
    const isLong = short === 1 && at + 16 <= to
    const length = short === 0 ? Number.MAX_SAFE_INTEGER : isLong ? Number(view.getBigUint64(at + 8)) : short
    const begin = at + (isLong ? 16 : 8)
    if (at + length < begin) break
    boxes.push({ name: latin(bytes, at + 4, at + 8), at, from: begin, to: at + length })
    at += length
  }
  return boxes
}

/** Most bytes of the box that describes the pictures. */
const longestDescription = 1024 * 1024

type Size = readonly [width: number, height: number]

const largestOf = (sizes: readonly Size[]): Size => sizes.reduce((most, one) => (one[0] * one[1] > most[0] * most[1] ? one : most), [0, 0])

/** Bytes with the boxes in them. */
const openBoxes = (bytes: Uint8Array) => {
  const view = viewOf(bytes)
  const endOf = (box: Box): number => Math.min(box.to, bytes.byteLength)
  return {
    /** Boxes inside a box, behind some bytes of its own. */
    inside: (box: Box | undefined, skip = 0): Box[] => (box ? listBoxes(bytes, box.from + skip, endOf(box)) : []),
    /** A big-endian number of `length` bytes at an offset in a box; 0 if the box is too short. */
    uint: (box: Box, at: number, length: 2 | 4): number => {
      const place = box.from + at
      if (place + length > endOf(box)) return 0
      return length === 2 ? view.getUint16(place) : view.getUint32(place)
    },
    text: (box: Box, at: number): string => latin(bytes, box.from + at, Math.min(box.from + at + 4, endOf(box))),
    version: (box: Box): number => bytes[box.from] ?? 0,
  }
}

const named =
  (name: string) =>
  (box: Box): boolean =>
    box.name === name

/** Made of other pictures: tiles, layers, the same again, two for brighter screens. */
const derived: readonly string[] = ['grid', 'iovl', 'iden', 'tmap']

/** How the primary picture, or the first that it is made of, is coded (ISO 14496-12, section 8.11; ISO 23008-12, section 6). */
const findCoding = (bytes: Uint8Array, meta: Box): Coding | undefined => {
  const { inside, uint, text, version } = openBoxes(bytes)
  const parts = inside(meta, 4)
  const kinds = new Map<number, string>()
  const list = parts.find(named('iinf'))
  for (const item of list ? inside(list, version(list) === 0 ? 6 : 8) : []) {
    const isLong = version(item) === 3
    kinds.set(uint(item, 4, isLong ? 4 : 2), text(item, isLong ? 10 : 8))
  }
  const links = parts.find(named('iref'))
  const isLongLink = links !== undefined && version(links) === 1
  const madeOf = new Map<number, number>()
  for (const link of inside(links, 4).filter(named('dimg'))) {
    const from = uint(link, 0, isLongLink ? 4 : 2)
    if (!madeOf.has(from)) madeOf.set(from, isLongLink ? uint(link, 6, 4) : uint(link, 4, 2))
  }
  const primary = parts.find(named('pitm'))
  let id = primary ? uint(primary, 4, version(primary) === 0 ? 2 : 4) : undefined
  // As many steps as there are pictures: they may lead in a circle.
  for (let step = 0; step <= kinds.size && id !== undefined; step += 1) {
    const kind: string | undefined = kinds.get(id)
    if (kind === undefined) return undefined
    if (!derived.includes(kind)) return kind === 'hvc1' ? 'heic' : kind === 'av01' ? 'avif' : 'other'
    id = madeOf.get(id)
  }
  return undefined
}

/** Where the contents of all properties of a kind begin (`meta`, `iprp`, `ipco`). */
export const findProperties = (file: Uint8Array, kind: string): readonly number[] => {
  const { inside } = openBoxes(file)
  const properties = inside(listBoxes(file).find(named('meta')), 4).find(named('iprp'))
  return inside(inside(properties).find(named('ipco')))
    .filter(named(kind))
    .filter(({ to }) => to <= file.length)
    .map(({ from }) => from)
}

/** The largest of the sizes in `meta` (`iprp`, `ipco`, `ispe`): those of a grid's tiles are smaller. */
const readSizes = (bytes: Uint8Array, meta: Box): Size => {
  const { inside, uint } = openBoxes(bytes)
  const properties = inside(meta, 4).find(named('iprp'))
  const sizes = inside(inside(properties).find(named('ipco'))).filter(named('ispe'))
  return largestOf(sizes.map((box) => [uint(box, 4, 4), uint(box, 8, 4)] as const))
}

/** The tables of a sequence's tracks (ISO 14496-12, section 8). */
const listTables = (bytes: Uint8Array, movie: Box): Box[][] => {
  const { inside } = openBoxes(bytes)
  const into = (boxes: readonly Box[], name: string): Box[] => boxes.filter(named(name)).flatMap((box) => inside(box))
  return into(into(into(inside(movie), 'trak'), 'mdia'), 'minf')
    .filter(named('stbl'))
    .map((table) => inside(table))
}

/** The largest of a sequence's tracks (ISO 14496-12, section 12.1.3: `VisualSampleEntry`). */
const readTrackSizes = (bytes: Uint8Array, movie: Box): { readonly size: Size; readonly coding?: Coding } => {
  const { inside, uint } = openBoxes(bytes)
  const entries = listTables(bytes, movie).flatMap((table) => table.filter(named('stsd')).flatMap((box) => inside(box, 8)))
  const pictures = entries.filter(({ name }) => ['hvc1', 'hev1', 'av01'].includes(name))
  const size = largestOf(pictures.map((box) => [uint(box, 24, 2), uint(box, 26, 2)] as const))
  const [first] = pictures
  return first ? { size, coding: first.name === 'av01' ? 'avif' : 'heic' } : { size }
}

/** Frames of the longest sequence in a file; 0: there is none (ISO 14496-12, section 8.7.3: `SampleSizeBox`). */
export const countFrames = (file: Uint8Array): number => {
  const movie = listBoxes(file).find(named('moov'))
  if (!movie) return 0
  const { uint } = openBoxes(file)
  const counts = listTables(file, movie).flatMap((table) =>
    table.filter(({ name }) => name === 'stsz' || name === 'stz2').map((box) => uint(box, 8, 4)),
  )
  return Math.min(1_000_000, Math.max(0, ...counts))
}

const damaged = (head: Uint8Array): Identified => {
  const coding = guessCoding(head)
  if (coding === 'other') return refuse('unsupported-format', { kind: 'file-of-other-kind', is: 'heif-of-other-coding' })
  return refuse('damaged-image', { kind: 'header-damaged', format: coding })
}

const identifyDescription = (head: Uint8Array, bytes: Uint8Array, description: Box): Identified => {
  const track = description.name === 'moov' ? readTrackSizes(bytes, description) : undefined
  const coding = (track ? track.coding : findCoding(bytes, description)) ?? guessCoding(head)
  if (coding === 'other') return refuse('unsupported-format', { kind: 'file-of-other-kind', is: 'heif-of-other-coding' })
  const [width, height] = track ? track.size : readSizes(bytes, description)
  return width === 0 && height === 0 ? damaged(head) : acceptSize(coding, width, height)
}

/** `meta` describes pictures, `moov` a sequence of them that has none to show first. */
const findDescription = (boxes: readonly Box[]): Box | undefined => boxes.find(named('meta')) ?? boxes.find(named('moov'))

/** AVIF and HEIC, by what is inside. */
export const identifyHeif = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  if (part) {
    const description = findDescription(listBoxes(part.bytes))
    return description ? identifyDescription(head, part.bytes, description) : damaged(head)
  }
  const boxes = listBoxes(head)
  const description = findDescription(boxes)
  if (description && description.to <= head.length) return identifyDescription(head, head, description)
  // It is behind the pixels, or longer than what was read.
  const at = description?.at ?? boxes.at(-1)?.to ?? size
  return at + 8 <= size && head.length < size ? { kind: 'need-part', at, bytes: Math.min(longestDescription, size - at) } : damaged(head)
}
