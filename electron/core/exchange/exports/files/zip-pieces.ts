import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of the archive: its name, and its content in pieces. */
export type ZipEntry = {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** It is compressed already. */
  readonly isPacked?: boolean
}

/** General purpose bits: sizes come after the content, names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1980-01-01, the archive's own zero: the same table makes the same bytes. */
const date = 0x0021

type Written = { readonly name: Buffer; readonly crc: number; readonly packed: number; readonly size: number; readonly at: number }

const localHeader = (name: Buffer): Buffer => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

const descriptor = ({ crc, packed, size }: Written): Buffer => {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

/** What a field of 32 bits has where the real number is in a ZIP64 record (4.5.3). */
const over = 0xffffffff

const wide = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), index * 8)
  return bytes
}

/** The place of an entry beyond 4 GB. */
const placeField = (at: number): Buffer => {
  if (at < over) return Buffer.alloc(0)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(1, 0)
  head.writeUInt16LE(8, 2)
  return Buffer.concat([head, wide(at)])
}

const centralHeader = ({ name, crc, packed, size, at }: Written): Buffer => {
  const header = Buffer.alloc(46)
  const extra = placeField(at)
  const version = extra.length > 0 ? 45 : 20
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(Math.min(at, over), 42)
  return Buffer.concat([header, name, extra])
}

/** The ends of an archive with many entries, or beyond 4 GB (4.3.14, 4.3.15). */
const wideEnds = (count: number, size: number, at: number): Buffer => {
  if (count < 0xffff && at + size < over) return Buffer.alloc(0)
  const end = Buffer.alloc(24)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeUInt32LE(44, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  const locator = Buffer.alloc(8)
  locator.writeUInt32LE(0x07064b50, 0)
  const disks = Buffer.alloc(4)
  disks.writeUInt32LE(1, 0)
  return Buffer.concat([end, wide(count, count, size, at), locator, wide(at + size), disks])
}

const endOf = (count: number, size: number, at: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(Math.min(size, over), 12)
  end.writeUInt32LE(Math.min(at, over), 16)
  return end
}

/** A ZIP archive (APPNOTE 6.3.10) in pieces, deflated in the thread pool; each entry up to 4 GB. */
export async function* zipPieces(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content, isPacked = false } of entries) {
    const header = localHeader(Buffer.from(name))
    yield header
    let crc = 0
    let size = 0
    let packed = 0
    const counted = async function* () {
      for await (const piece of content) {
        crc = crc32(piece, crc)
        size += piece.length
        yield piece
      }
    }
    const deflate = createDeflateRaw(isPacked ? { level: 0 } : {})
    const feeding = (async () => {
      for await (const piece of counted()) if (!deflate.write(piece)) await new Promise<void>((resolve) => deflate.once('drain', resolve))
      deflate.end()
    })()
    feeding.catch((error: Error) => deflate.destroy(error))
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      packed += piece.length
      yield piece
    }
    await feeding
    const one = { name: Buffer.from(name), crc, packed, size, at }
    yield descriptor(one)
    written.push(one)
    at += header.length + packed + 16
  }
  const index = Buffer.concat(written.map(centralHeader))
  yield index
  yield wideEnds(written.length, index.length, at)
  yield endOf(written.length, index.length, at)
}
