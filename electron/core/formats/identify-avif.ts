import { acceptSize, type FilePart, type Identified, latin, refuse } from './identified.ts'

/** By its brand; `mif1` is any picture in a HEIF container, whose compatible brands then tell AVIF from HEIC (ISO 23008-12, AVIF 1.1). */
export const isAvif = (head: Uint8Array): boolean => {
  if (latin(head, 4, 8) !== 'ftyp') return false
  const brand = latin(head, 8, 12)
  return brand === 'avif' || brand === 'avis' || ((brand === 'mif1' || brand === 'miaf') && latin(head, 12, 64).includes('avif'))
}

/** `at`: where its header begins; `from`: its content. */
type Box = { readonly name: string; readonly at: number; readonly from: number; readonly to: number }

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const damaged = (): Identified => refuse('damaged-image', { kind: 'header-damaged', format: 'avif' })

/** The boxes between two places (ISO 14496-12, section 4.2); the last one may end beyond them. */
const listBoxes = (bytes: Uint8Array, from = 0, to = bytes.byteLength): Box[] => {
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
const longestMeta = 1024 * 1024

/** The largest of the sizes in `meta` (`iprp`, `ipco`, `ispe`): those of a grid's tiles are smaller. */
const readSize = (bytes: Uint8Array, meta: Box): Identified => {
  const view = viewOf(bytes)
  const inside = (box: Box | undefined, skip = 0): Box[] =>
    box ? listBoxes(bytes, box.from + skip, Math.min(box.to, bytes.byteLength)) : []
  const properties = inside(meta, 4).find(({ name }) => name === 'iprp')
  const sizes = inside(inside(properties).find(({ name }) => name === 'ipco')).flatMap(({ name, from, to }) =>
    name === 'ispe' && from + 12 <= Math.min(to, view.byteLength) ? [[view.getUint32(from + 4), view.getUint32(from + 8)] as const] : [],
  )
  const [width, height] = sizes.reduce((most, one) => (one[0] * one[1] > most[0] * most[1] ? one : most), [0, 0] as const)
  return sizes.length === 0 ? damaged() : acceptSize('avif', width, height)
}

export const identifyAvif = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  const isMeta = ({ name }: Box): boolean => name === 'meta'
  if (part) {
    const meta = listBoxes(part.bytes).find(isMeta)
    return meta ? readSize(part.bytes, meta) : damaged()
  }
  const boxes = listBoxes(head)
  const meta = boxes.find(isMeta)
  if (meta && meta.to <= head.length) return readSize(head, meta)
  // It is behind the pixels, or longer than what was read.
  const at = meta?.at ?? boxes.at(-1)?.to ?? size
  return at + 8 <= size && head.length < size ? { kind: 'need-part', at, bytes: Math.min(longestMeta, size - at) } : damaged()
}
