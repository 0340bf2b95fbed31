import { type Personal, unknown, type WithoutPersonal } from './personal.ts'

/** Of Photoshop's resources (Adobe Photoshop File Formats Specification, “Image Resource IDs”). */
const iptcResource = 0x0404
/** A digest of the IPTC data, which tells readers whether it was changed since. */
const digestResource = 0x0425
/** EXIF and XMP a second time. */
const copies: ReadonlySet<number> = new Set([0x0422, 0x0423, 0x0424])
/** Data sets of record 2 (IPTC-IIM 4.2): content location, city, sub-location, state, country. */
const placeSets: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101])

/** IPTC data sets: a mark, record, number, length; a length over 32,767 is written in more bytes (IIM 4.2, 1.5.3). */
const withoutPlaces = (iptc: Buffer): { readonly kept: Buffer; readonly isChanged: boolean } => {
  const kept: Buffer[] = []
  let isChanged = false
  let at = 0
  while (at + 5 <= iptc.length && iptc[at] === 0x1c) {
    const length = iptc.readUInt16BE(at + 3)
    const lengthBytes = length & 0x8000 ? length & 0x7fff : 0
    if (lengthBytes > 4 || at + 5 + lengthBytes > iptc.length) break
    const to = at + 5 + lengthBytes + (lengthBytes ? iptc.readUIntBE(at + 5, lengthBytes) : length)
    if (to > iptc.length) break
    if (iptc[at + 1] === 2 && placeSets.has(iptc[at + 2] ?? 0)) isChanged = true
    else kept.push(iptc.subarray(at, to))
    at = to
  }
  return { kept: Buffer.concat(isChanged ? kept : [iptc]), isChanged }
}

/** A resource: its signature, number, name of even length, length, content of even length. */
const resource = (head: Buffer, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([head, length, content, Buffer.alloc(content.length % 2)])
}

/** Photoshop's resources (those of a JPEG’s APP13 segments, joined) without what they tell of people. */
export const withoutPersonalResources = (resources: Buffer): WithoutPersonal<Buffer> => {
  const removed = new Set<Personal>()
  const kept: { readonly id: number; readonly bytes: Buffer }[] = []
  let at = 0
  while (at + 12 <= resources.length) {
    const nameEnd = at + 7 + (resources[at + 6] ?? 0)
    const head = nameEnd + ((nameEnd - at) % 2)
    if (head + 4 > resources.length) break
    const id = resources.readUInt16BE(at + 4)
    const length = resources.readUInt32BE(head)
    const to = head + 4 + length
    if (to > resources.length) break
    const content = resources.subarray(head + 4, to)
    const end = Math.min(to + (length % 2), resources.length)
    if (copies.has(id)) for (const one of unknown) removed.add(one)
    const { kept: iptc, isChanged } = id === iptcResource ? withoutPlaces(content) : { kept: content, isChanged: false }
    if (isChanged) removed.add('location')
    if (!copies.has(id)) kept.push({ id, bytes: isChanged ? resource(resources.subarray(at, head), iptc) : resources.subarray(at, end) })
    at = end
  }
  if (resources.subarray(at).some((byte) => byte !== 0)) return { content: null, removed: new Set(unknown) }
  if (removed.size === 0) return { content: resources, removed }
  return { content: Buffer.concat(kept.filter(({ id }) => id !== digestResource).map(({ bytes }) => bytes)), removed }
}
