import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of the archive: its name, and its content in pieces. */
export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

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

const centralHeader = ({ name, crc, packed, size, at }: Written): Buffer => {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(at, 42)
  return Buffer.concat([header, name])
}

const endOf = (count: number, size: number, at: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/** A ZIP archive (APPNOTE 6.3.10) in pieces, deflated in the thread pool, up to 4 GB. */
export async function* zipPieces(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for (const { name, content } of entries) {
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
    const deflate = createDeflateRaw()
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
  yield endOf(written.length, index.length, at)
}
