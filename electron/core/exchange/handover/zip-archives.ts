import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type ZipEntry, zipPieces } from '../exports/files/zip-pieces.ts'

/** An open archive. Its names are only looked up, never used as paths. */
export type Archive = {
  /** By name, as the archive claims it. */
  readonly sizes: ReadonlyMap<string, number>
  /** The same as they are packed; absent: not known. */
  readonly packed?: ReadonlyMap<string, number>
  /** The content of an entry. Throws at its end if its checksum is wrong. */
  readonly read: (name: string) => AsyncIterable<Buffer>
  readonly close: () => void
}

/** Writes and opens the archives that hand-overs are in. Errors of `open` and `read`: the system's, and any of a damaged archive. */
export type Archives = {
  readonly pieces: (entries: AsyncIterable<ZipEntry>) => AsyncIterable<Uint8Array>
  readonly open: (path: string, most: { readonly files: number }) => Promise<Archive>
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(bytes, sum)
    yield bytes
  }
  if (sum !== entry.crc32) throw new Error(`${entry.fileName} is damaged`)
}

const open: Archives['open'] = async (path, most) => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new Error(`it has ${entry.fileName} twice`)
      entries.set(entry.fileName, entry)
      if (entries.size > most.files) throw new Error('it has too many files')
    }
    return {
      sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      packed: new Map([...entries].map(([name, { compressedSize }]) => [name, compressedSize])),
      read: (name) => {
        const entry = entries.get(name)
        if (!entry) throw new Error(`${name} is missing`)
        return readEntry(zip, entry)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** ZIP archives, packed and unpacked in the thread pool. */
export const zipArchives: Archives = { pieces: zipPieces, open }
