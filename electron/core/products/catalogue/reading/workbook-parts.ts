import { posix } from 'node:path'
import sax from 'sax'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../../../../shared/base/errors.ts'
import { listLimits } from '../list-limits.ts'

/** Called for each element of a part, by its name without a prefix. */
export type PartHandler = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const toDamaged = (name: string, cause: unknown): AppError => {
  const [said = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  return new AppError('file-unreadable', { kind: 'list-damaged', name, said: said.slice(0, 200) }, { cause, kept: 'nothing-changed' })
}

/** A strict parser that takes no document type, and so no entities of the file's own. */
const createParser = (handler: PartHandler): { readonly write: (text: string) => void; readonly end: () => void } => {
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = () => {
    throw new Error('it has a document type')
  }
  parser.onopentag = ({ name, attributes }) => handler.open?.(localName(name), attributes as Readonly<Record<string, string>>)
  parser.ontext = (text) => handler.text?.(text)
  parser.oncdata = (text) => handler.text?.(text)
  parser.onclosetag = (name) => handler.close?.(localName(name))
  return { write: (text) => void parser.write(text), end: () => void parser.close() }
}

export type WorkbookParts = {
  readonly has: (part: string) => boolean
  readonly names: () => readonly string[]
  /** Reads a part to its end. */
  readonly read: (part: string, handler: PartHandler) => Promise<void>
  /** Reads a part, and pauses after each piece of it. */
  readonly readInPieces: (part: string, handler: PartHandler) => AsyncGenerator<void>
  readonly close: () => void
}

/** The parts of an Office Open XML file (ECMA-376, part 2): a ZIP archive, of which nothing is believed but what is counted. */
export const openWorkbookParts = async (path: string, name: string): Promise<WorkbookParts> => {
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    throw toDamaged(name, error)
  }
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry)
      if (entries.size > listLimits.parts) throw new Error('it has too many parts')
    }
  } catch (error) {
    zip.close()
    throw toDamaged(name, error)
  }

  async function* readInPieces(part: string, handler: PartHandler): AsyncGenerator<void> {
    const entry = entries.get(part)
    if (!entry) throw toDamaged(name, new Error(`${part} is missing`))
    const tooLarge = () =>
      new AppError('file-too-large', { kind: 'list-unpacks-over-size', name, maxBytes: listLimits.partBytes }, { kept: 'nothing-changed' })
    if (entry.uncompressedSize > listLimits.partBytes) throw tooLarge()
    const parser = createParser(handler)
    const decoder = new TextDecoder()
    let seen = 0
    try {
      const stream = await zip.openReadStreamPromise(entry)
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        seen += bytes.length
        if (seen > listLimits.partBytes) throw tooLarge()
        parser.write(decoder.decode(bytes, { stream: true }))
        yield
      }
      parser.write(decoder.decode())
      parser.end()
      yield
    } catch (error) {
      throw error instanceof AppError ? error : toDamaged(name, error)
    }
  }

  return {
    has: (part) => entries.has(part),
    names: () => [...entries.keys()],
    readInPieces,
    read: async (part, handler) => {
      for await (const _ of readInPieces(part, handler));
    },
    close: () => zip.close(),
  }
}

/** The relations of a part by id, with whole names of parts. `''`: of the file itself. */
export const readRelations = async (
  parts: WorkbookParts,
  of: string,
): Promise<ReadonlyMap<string, { readonly type: string; readonly part: string }>> => {
  const folder = posix.dirname(of)
  const list = of === '' ? '_rels/.rels' : posix.join(folder, '_rels', `${posix.basename(of)}.rels`)
  const found = new Map<string, { readonly type: string; readonly part: string }>()
  if (!parts.has(list)) return found
  await parts.read(list, {
    open: (element, { Id, Type, Target, TargetMode }) => {
      if (element !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External') return
      const part = Target.startsWith('/') ? Target.slice(1) : posix.join(of === '' ? '' : folder, Target)
      found.set(Id, { type: (Type ?? '').split('/').at(-1) ?? '', part })
    },
  })
  return found
}
