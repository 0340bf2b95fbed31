import { basename, join } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import type { HandoverWritten } from '../../../../shared/exchange/handover.ts'
import type { LongReader } from '../../base/database/long-reader.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import { writeAtomically } from '../exports/files/write-atomically.ts'
import type { ZipEntry } from '../exports/files/zip-pieces.ts'
import { digestOfWorkspace, handoverLimits, type Manifest, originalPart, parts, recordParts } from './handover-format.ts'
import type { createRecordPieces, Original, RecordsEnd, RecordsPiece } from './read-records.ts'
import type { Archives } from './zip-archives.ts'

export type WritingPorts = {
  readonly longReader: Pick<LongReader<{ readonly 'handover.records': ReturnType<typeof createRecordPieces> }>, 'read'>
  readonly files: Files
  readonly archives: Archives
  readonly ids: Ids
  readonly dataFolder: string
}

export type WritingRequest = {
  readonly path: string
  readonly originals: boolean
  readonly connectionId: string | null
  readonly workspace: string | null
  readonly madeBy: string
  readonly madeAt: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Bytes of an original that are read at once. */
const readBytes = 1024 * 1024

/**
 * Writes all of a workspace’s work to a file, in pieces, or leaves the earlier file. All of it is of the moment of the call. Nothing is written that
 * can’t be opened, so it has a reader's limits. The originals come after the read has ended: they take long.
 * Errors: those of `writeAtomically`, `cancelled`, `file-too-large`.
 */
export const writeHandover = async (
  { files, dataFolder, ids, archives, longReader }: WritingPorts,
  request: WritingRequest,
  limits: Pick<Record<keyof typeof handoverLimits, number>, 'parts' | 'records' | 'files'> = handoverLimits,
): Promise<HandoverWritten> => {
  const { connectionId, signal } = request
  const checkStopped = (): void => {
    if (signal.aborted)
      throw new AppError('cancelled', { kind: 'handover-stopped', name: basename(request.path) }, { kept: 'earlier-file' })
  }

  async function* bytesOf(staged: string): AsyncGenerator<Uint8Array> {
    const file = await files.open(join(dataFolder, staged))
    try {
      for (let at = 0; ; ) {
        const piece = Buffer.allocUnsafeSlow(readBytes)
        const read = await file.read(piece, 0, readBytes, at)
        if (read === 0) return
        at += read
        yield piece.subarray(0, read)
        checkStopped()
      }
    } finally {
      await file.close()
    }
  }

  const write = async (pieces: AsyncGenerator<RecordsPiece, RecordsEnd>): Promise<HandoverWritten> => {
    let next = await pieces.next()
    let originals = 0
    const all: Original[] = []
    const read: { end?: RecordsEnd } = {}
    async function* bytesOfPart(part: RecordsPiece['part']): AsyncGenerator<Uint8Array> {
      for (; !next.done && next.value.part === part; next = await pieces.next()) {
        checkStopped()
        request.onProgress(next.value.done, next.value.total)
        all.push(...next.value.originals)
        yield next.value.bytes
      }
    }
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (const part of recordParts) yield { name: parts[part], content: bytesOfPart(part) }
      if (!next.done) throw new Error('The parts of a hand-over come in another order.')
      const { counts, list } = next.value
      read.end = next.value
      // Before the first of them.
      if (request.originals && Object.keys(parts).length + all.length > limits.files)
        throw new AppError('file-too-large', { kind: 'handover-too-much', is: 'files', limit: limits.files }, { kept: 'earlier-file' })
      for (const [done, { sha256, bytes, staged }] of all.entries()) {
        checkStopped()
        request.onProgress(done, all.length)
        const facts = await files.facts(join(dataFolder, staged)).catch(() => undefined)
        if (facts?.size !== bytes) continue
        originals += 1
        yield { name: originalPart(sha256), content: bytesOf(staged), isPacked: true }
      }
      const { workspace, madeBy, madeAt } = request
      const workspaceDigest = connectionId === null ? null : digestOfWorkspace(connectionId)
      const said: Manifest = {
        packshotHandover: 1,
        id: ids.hex(16),
        madeAt,
        madeBy,
        workspace,
        workspaceDigest,
        list,
        counts: { ...counts, originals },
      }
      yield { name: parts.manifest, content: [Buffer.from(JSON.stringify(said, null, 2))] }
    }
    try {
      await writeAtomically({ files, ids }, request.path, archives.pieces(entries()))
    } finally {
      // Also where the disk is full.
      await pieces.return(undefined as never)
    }
    if (!read.end) throw new Error('A hand-over was written without its end.')
    const { others: _, ...counts } = read.end.counts
    const { leftOut } = read.end
    return { ...counts, originals, leftOut, place: request.path, originalsMissing: request.originals ? counts.pictures - originals : 0 }
  }

  try {
    return await longReader.read('handover.records', { connectionId, withOriginals: request.originals, limits }, write, signal)
  } catch (error) {
    checkStopped()
    throw error
  }
}
