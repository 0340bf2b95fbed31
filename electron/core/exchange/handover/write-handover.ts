import { basename, join } from 'node:path'
import { toFileSets } from '../../../../shared/answers/question-set-file.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { HandoverWritten } from '../../../../shared/exchange/handover.ts'
import type { SetStore } from '../../answers/question-sets/set-store.ts'
import { pageCurrent } from '../../answers/sheet/cell-rows.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { CatalogueStore } from '../../products/catalogue/catalogue-store.ts'
import { toHanded } from '../../products/catalogue/merge-products.ts'
import type { MatchStore } from '../../products/matching/match-store.ts'
import { writeAtomically } from '../exports/files/write-atomically.ts'
import type { ZipEntry } from '../exports/files/zip-pieces.ts'
import {
  digestOfWorkspace,
  handoverLimits,
  type Manifest,
  originalPart,
  type PictureRecord,
  parts,
  type RecordPart,
  records,
} from './handover-format.ts'
import { withoutPlaces } from './without-places.ts'
import type { Archives } from './zip-archives.ts'

/** The library of one moment. */
export type HandedState = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'page' | 'count'>
  readonly catalogue: CatalogueStore
  readonly matches: Pick<MatchStore, 'page'>
  readonly questionSets: Pick<SetStore, 'list'>
}

export type WritingPorts = {
  readonly openState: () => HandedState
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

/** Records of one turn, and bytes of an original that are read at once. */
const pageSize = 100
const readBytes = 1024 * 1024

/** Records that a reader takes, as lines; `onLeftOut` counts the others. */
const toLines = (
  part: RecordPart,
  some: readonly unknown[],
  onLeftOut: () => void,
): { readonly bytes: Uint8Array; readonly count: number } => {
  const lines = some.flatMap((one) => {
    const line = JSON.stringify(one)
    if (line.length <= handoverLimits.line && records[part].safeParse(one).success) return [line]
    onLeftOut()
    return []
  })
  return { bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')), count: lines.length }
}

const tooMuch = (is: 'bytes' | 'records' | 'files', limit: number): AppError =>
  new AppError('file-too-large', { kind: 'handover-too-much', is, limit }, { kept: 'earlier-file' })

/**
 * Writes all of a workspace’s work to a file, in pieces, or leaves the earlier file. All of it is of the moment of the call. Nothing is written that
 * can’t be opened, so it has a reader's limits.
 * Errors: those of `writeAtomically`, `cancelled`, `file-too-large`.
 */
export const writeHandover = async (
  ports: WritingPorts,
  request: WritingRequest,
  limits: Pick<Record<keyof typeof handoverLimits, number>, 'parts' | 'records' | 'files'> = handoverLimits,
): Promise<HandoverWritten> => {
  const { files, dataFolder, ids } = ports
  const { connectionId, signal } = request
  const { journal, images, catalogue, matches, questionSets } = ports.openState()
  const counts = { products: 0, sets: 0, pictures: 0, matches: 0, cells: 0, originals: 0 }
  /** By id, of the pictures that are written: what belongs to others stays out. */
  const pictures = new Map<string, { readonly sha256: string; readonly bytes: number; readonly staged: string }>()
  const total = images.count()
  let leftOut = 0
  let isOpen = true
  const closeState = (): void => {
    if (isOpen) journal.close()
    isOpen = false
  }
  const written = { bytes: 0, records: 0 }
  const write = (part: RecordPart, some: readonly unknown[]): Uint8Array => {
    const { bytes, count } = toLines(part, some, () => {
      leftOut += 1
    })
    counts[part] += count
    written.records += count
    written.bytes += bytes.length
    if (written.records > limits.records) throw tooMuch('records', limits.records)
    if (written.bytes > limits.parts) throw tooMuch('bytes', limits.parts)
    return bytes
  }
  const goOn = async (): Promise<void> => {
    await journal.nextTurn()
    if (signal.aborted)
      throw new AppError('cancelled', { kind: 'handover-stopped', name: basename(request.path) }, { kept: 'earlier-file' })
  }

  async function* products(): AsyncGenerator<Uint8Array> {
    const list = catalogue.current(connectionId)
    for (let seq = 0; list; await goOn()) {
      const page = catalogue.entriesAfter(list.import, seq, pageSize)
      if (page.length === 0) return
      seq = page.at(-1)?.seq ?? seq
      yield write('products', page.map(toHanded))
    }
  }
  async function* sets(): AsyncGenerator<Uint8Array> {
    yield write('sets', toFileSets(questionSets.list()))
  }
  async function* pictureRecords(): AsyncGenerator<Uint8Array> {
    for (let seq = 0; ; await goOn()) {
      const page = images.page(seq, pageSize)
      if (page.length === 0) return
      seq = page.at(-1)?.seq ?? seq
      for (const { id, sha256, bytes, staged } of page) pictures.set(id, { sha256, bytes, staged })
      yield write(
        'pictures',
        page.map(
          ({ sha256, name, format, bytes, origin, drop, root }): PictureRecord => ({
            ...{ sha256, name, format, bytes, drop },
            ...withoutPlaces(origin, root),
          }),
        ),
      )
    }
  }
  async function* matchRecords(): AsyncGenerator<Uint8Array> {
    for (let after = ''; ; await goOn()) {
      const page = matches.page(connectionId, after, pageSize)
      if (page.length === 0) return
      after = page.at(-1)?.imageId ?? after
      const here = page.flatMap(({ imageId, match }) => {
        const picture = pictures.get(imageId)?.sha256
        return picture === undefined ? [] : [{ picture, match }]
      })
      yield write('matches', here)
    }
  }
  async function* cells(): AsyncGenerator<Uint8Array> {
    for (let seq = 0; ; await goOn()) {
      const page = pageCurrent(journal, connectionId ?? '', seq, pageSize)
      if (page.length === 0) return
      seq = page.at(-1)?.seq ?? seq
      const here = page.flatMap(({ imageId, question, cell: { jobId: _, ...cell } }) => {
        const picture = pictures.get(imageId)?.sha256
        return picture === undefined ? [] : [{ picture, question, cell }]
      })
      yield write('cells', here)
    }
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
        await goOn()
      }
    } finally {
      await file.close()
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: parts.products, content: products() }
    yield { name: parts.sets, content: sets() }
    yield { name: parts.pictures, content: pictureRecords() }
    yield { name: parts.matches, content: matchRecords() }
    yield { name: parts.cells, content: cells() }
    closeState()
    // Before the first of them: they take long.
    if (request.originals && Object.keys(parts).length + pictures.size > limits.files) throw tooMuch('files', limits.files)
    let done = 0
    for (const { sha256, bytes, staged } of request.originals ? pictures.values() : []) {
      request.onProgress(done++, total)
      const facts = await files.facts(join(dataFolder, staged)).catch(() => undefined)
      if (facts?.size !== bytes) continue
      counts.originals += 1
      yield { name: originalPart(sha256), content: bytesOf(staged), isPacked: true }
    }
    const { workspace, madeBy, madeAt } = request
    const workspaceDigest = connectionId === null ? null : digestOfWorkspace(connectionId)
    const said: Manifest = { packshotHandover: 1, id: ids.hex(16), madeAt, madeBy, workspace, workspaceDigest, counts }
    yield { name: parts.manifest, content: [Buffer.from(JSON.stringify(said, null, 2))] }
  }
  try {
    await writeAtomically({ files, ids }, request.path, ports.archives.pieces(entries()))
  } finally {
    closeState()
  }
  return { ...counts, leftOut, place: request.path, originalsMissing: request.originals ? counts.pictures - counts.originals : 0 }
}
