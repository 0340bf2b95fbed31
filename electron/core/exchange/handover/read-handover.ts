import { createHash } from 'node:crypto'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Files } from '../../base/platform/files.ts'
import {
  type HandoverRecords,
  handoverLimits,
  handoverVersion,
  type Manifest,
  manifest,
  manifestVersion,
  originalPart,
  parts,
  type RecordPart,
  recordParts,
  records,
} from './handover-format.ts'
import type { Archive, Archives } from './zip-archives.ts'

const kept = { kept: 'nothing-changed' } as const

const toDamaged = (name: string, cause: unknown): AppError => {
  if (cause instanceof AppError) return cause
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOENT') return new AppError('file-missing', { kind: 'handover-gone', name }, { cause, ...kept })
  const [said = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  return new AppError('file-unreadable', { kind: 'handover-damaged', name, said: said.slice(0, 200) }, { cause, ...kept })
}

/** An open file: what it says, and the originals in it. */
export type HandoverFile = {
  readonly manifest: Manifest
  readonly records: HandoverRecords
  readonly hasOriginal: (sha256: string) => boolean
  /** Writes an original to a new file. False: its bytes are not what the file says, and nothing is written. */
  readonly extract: (picture: { readonly sha256: string; readonly bytes: number }, to: string, files: Files) => Promise<boolean>
  readonly close: () => void
}

type Reading = {
  readonly archives: Archives
  readonly path: string
  readonly name: string
  /** Is called after each record. */
  readonly pause: () => Promise<void>
}

/** The content of an entry: no more than `most` bytes, and no more than it claims. */
async function* readEntry(archive: Archive, part: string, most: number, name: string): AsyncGenerator<Buffer> {
  const tooLarge = (): AppError => new AppError('file-too-large', { kind: 'handover-over-size', name, part }, kept)
  const claimed = archive.sizes.get(part) ?? 0
  if (claimed > most) throw tooLarge()
  let seen = 0
  for await (const bytes of archive.read(part)) {
    seen += bytes.length
    if (seen > claimed) throw tooLarge()
    yield bytes
  }
}

async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const piece of bytes) {
    rest += decoder.decode(piece, { stream: true })
    let from = 0
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      yield rest.slice(from, end)
      from = end + 1
    }
    rest = rest.slice(from)
    if (rest.length > handoverLimits.line) throw new Error('a line is too long')
  }
  if (rest !== '') throw new Error('its last line is cut')
}

const readManifest = async (archive: Archive, name: string): Promise<Manifest> => {
  const other = (): AppError => new AppError('unsupported-format', { kind: 'handover-of-other-kind', name }, kept)
  if (!archive.sizes.has(parts.manifest)) throw other()
  const pieces: Buffer[] = []
  for await (const piece of readEntry(archive, parts.manifest, handoverLimits.manifest, name)) pieces.push(piece)
  let content: unknown
  try {
    content = JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    throw other()
  }
  const version = manifestVersion.safeParse(content).data?.packshotHandover
  if (version === undefined) throw other()
  if (version !== handoverVersion)
    throw new AppError('usage', { kind: 'handover-version', name, version: String(version).slice(0, 20) }, kept)
  const read = manifest.safeParse(content)
  if (!read.success) throw new Error('its description is damaged')
  return read.data
}

/**
 * Opens a hand-over and reads all but the originals, in pieces. Names in the archive are only looked up, never used as paths. Errors: `file-missing`,
 * `file-unreadable`, `file-too-large`, `unsupported-format`, `usage` (another version).
 */
export const openHandover = async ({ archives, path, name, pause }: Reading): Promise<HandoverFile> => {
  let archive: Archive | undefined
  try {
    const opened = await archives.open(path, { files: handoverLimits.files })
    archive = opened
    const { sizes, packed } = opened
    const said = await readManifest(opened, name)
    const read = Object.fromEntries(recordParts.map((part) => [part, []])) as unknown as Record<RecordPart, unknown[]>
    let [total, room] = [0, handoverLimits.parts as number]
    for (const part of recordParts) {
      if (part === 'others' && !sizes.has(parts[part])) continue
      if (!sizes.has(parts[part])) throw new Error(`${parts[part]} is missing`)
      for await (const line of readLines(readEntry(opened, parts[part], room, name))) {
        total += 1
        if (total > handoverLimits.records)
          throw new AppError('file-too-large', { kind: 'handover-over-records', name, limit: handoverLimits.records }, kept)
        const record = records[part].safeParse(JSON.parse(line))
        if (!record.success) throw new Error(`${parts[part]}, line ${read[part].length + 1} can’t be read`)
        read[part].push(record.data)
        await pause()
      }
      // No part was longer than the archive says.
      room -= sizes.get(parts[part]) ?? 0
      if (read[part].length !== said.counts[part]) throw new Error(`${parts[part]} is not whole`)
    }
    const hasOriginal = (sha256: string): boolean => sizes.has(originalPart(sha256))
    return {
      manifest: said,
      records: read as unknown as HandoverRecords,
      hasOriginal,
      extract: async ({ sha256, bytes }, to, files) => {
        const part = originalPart(sha256)
        if (sizes.get(part) !== bytes || (packed?.get(part) ?? bytes) * handoverLimits.packing < bytes) return false
        const hash = createHash('sha256')
        const target = await files.create(to)
        let isWhole = false
        try {
          for await (const piece of readEntry(opened, part, bytes, name)) {
            hash.update(piece)
            await target.write(piece)
          }
          isWhole = hash.digest('hex') === sha256
        } catch (error) {
          // A full disk is no damage of the file.
          if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
        } finally {
          await target.close()
          if (!isWhole) await files.remove(to)
        }
        return isWhole
      },
      close: () => opened.close(),
    }
  } catch (error) {
    archive?.close()
    throw toDamaged(name, error)
  }
}
