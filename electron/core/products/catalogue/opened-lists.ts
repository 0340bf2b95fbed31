import { basename, join } from 'node:path'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { ImportResult, ListColumns, ListPreview, OpenedList } from '../../../../shared/products/catalogue.ts'
import { isListFileName } from '../../../../shared/products/catalogue-file-name.ts'
import type { ListReading } from '../../../../shared/products/list-form.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Targets } from './catalogue-store.ts'
import {
  findSaidTargets,
  type Imported,
  type ImportPorts,
  type ImportRequest,
  importList,
  removeMissing,
  removeOver,
} from './import-list.ts'
import { toListError } from './list-errors.ts'
import { listLimits } from './list-limits.ts'
import { type ListToMerge, mergeProducts } from './merge-products.ts'
import { type ListHead, pinReading } from './read-list.ts'
import { headersKey } from './recognise-columns.ts'

type Ports = ImportPorts & {
  readonly dataFolder: string
  readonly files: Files
  readonly connectionId: () => string | null
  /** Some ids that the workspace gave. */
  readonly givenIds: () => readonly string[]
  /** Ids and names of its products. */
  readonly knownNames: () => readonly string[]
  /** The opened list, or with `products` the imported one, has changed. */
  readonly onChange: (subjects: readonly ('catalogue' | 'products')[]) => void
  /** A new list counts. The import ends once this has. */
  readonly onImported: () => Promise<void>
}

/** Where an opened list is from. `looked`: what its server calls its version. */
export type ListSource = {
  readonly kind: 'file' | 'address'
  readonly place: string
  readonly looked?: { readonly sha256: string; readonly etag: string | null; readonly lastModified: string | null }
}

/** `reading` ends its reader when the list is closed. `read`: how it was imported. */
type Opened = {
  readonly path: string
  readonly list: OpenedList
  readonly reading: AbortController
  readonly source: ListSource | null
  readonly read?: ReadAs
}

/** How a list was read, to read it again. */
export type ReadAs = { readonly headers: readonly string[]; readonly columns: ListColumns; readonly reading: ListReading }

/** An import by the command, or of a list that is followed. */
type ImportMore = Partial<Pick<ImportRequest, 'onCompared' | 'onComplete' | 'connectionId' | 'name' | 'signal'>>
type ImportFileMore = Omit<ImportMore, 'onComplete'> & {
  readonly isDry: boolean
  readonly targets: Partial<Targets>
  /** It counts: in that transaction. */
  readonly onComplete?: (list: { readonly import: number; readonly connectionId: string | null; readonly read: ReadAs }) => void
}

/** Lists that wait for a person at the same time. Of more, only the first ones are opened. */
const most = 5

const tooLarge = (name: string): AppError =>
  new AppError('file-too-large', { kind: 'list-over-size', name, maxBytes: listLimits.fileBytes })

/** The bytes until they are more than a list may have. */
async function* limitBytes(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const piece of bytes) {
    seen += piece.length
    if (seen > listLimits.fileBytes) throw tooLarge(name)
    yield piece
  }
}

export type OpenedLists = ReturnType<typeof createOpenedLists>

/**
 * Lists that a person opened: each is copied, shown with its columns, imported and closed. The imported rows are the shown ones, whatever
 * happens to the file meanwhile. One is imported at a time; a person sees the oldest.
 */
export const createOpenedLists = (ports: Ports) => {
  const { journal, catalogue, files, dataFolder, connectionId, onChange, onImported } = ports
  const folder = join(dataFolder, 'lists')
  const ending = new AbortController()
  let lists: readonly Opened[] = []
  /** An import or merge, and what follows it (`onImported`). */
  let running: Promise<unknown> | undefined
  /** The last of them, without what follows. */
  let changing: Promise<unknown> = Promise.resolve()
  /** The last removal of missing products. */
  let removing: Promise<unknown> = Promise.resolve()
  let sweeping: Promise<void> = Promise.resolve()
  let counting: Promise<void> = Promise.resolve()
  /** The files of an interrupted run are removed. */
  let cleared: Promise<void> = Promise.resolve()

  const put = (id: string, state: OpenedList['state']): void => {
    lists = lists.map((one) => (one.list.id === id ? { ...one, list: { ...one.list, state } } : one))
    onChange(['catalogue'])
  }

  const find = (id: string): Opened => {
    const found = lists.find(({ list }) => list.id === id)
    if (!found) throw new AppError('unknown-id', { kind: 'list-closed' }, { kept: 'nothing-changed' })
    return found
  }

  const toPreview = (name: string, reading: ListReading, head: ListHead): ListPreview => {
    const { form, shape, unclear, headers, headerRow, columns, shopIds, rows } = head
    const remembered = catalogue.columnsFor(headersKey(headers))
    return {
      ...{
        name,
        form,
        shape,
        unclear: [...unclear],
        reading,
        headers: [...headers],
        headerRow,
        shopIds: [...shopIds],
        sum: null,
        tree: null,
        targets: findSaidTargets(catalogue, catalogue.current(connectionId()), headers),
        damage: [],
      },
      columns: remembered ?? columns,
      isRemembered: remembered !== undefined,
      rows: rows.map((row) => [...row]),
    }
  }

  const readHead = async (path: string, name: string, reading: ListReading, signal: AbortSignal): Promise<ListPreview> => {
    const task = { path, name, columns: null, reading, givenIds: ports.givenIds() }
    for await (const piece of ports.readList(task, signal)) if (piece.kind === 'head') return toPreview(name, reading, piece)
    throw new AppError('empty-file', { kind: 'list-empty', name })
  }

  /** As the preview showed it, whatever is detected the next time. */
  const pinned = ({ reading, form, headerRow, shape }: ListPreview): ListReading => ({
    ...reading,
    ...pinReading(form),
    headerRow,
    shape: shape ?? 'none',
  })

  /** Says what becomes of all rows, when the first ones are shown already. */
  const count = async (id: string, path: string, preview: ListPreview, signal: AbortSignal): Promise<void> => {
    const task = {
      path,
      name: preview.name,
      columns: preview.columns,
      reading: pinned(preview),
      isCounted: true,
      known: ports.knownNames(),
    }
    for await (const piece of ports.readList(task, signal)) {
      if (piece.kind !== 'end') continue
      const state = lists.find(({ list }) => list.id === id)?.list.state
      if (state?.kind !== 'ready' || state.preview !== preview) return
      put(id, { kind: 'ready', preview: { ...preview, sum: piece.sum, tree: piece.tree, damage: [...piece.damage] } })
    }
  }

  /** Reads the beginning of an opened list, then counts the rest. */
  const show = async (id: string, path: string, name: string, reading: ListReading, signal: AbortSignal): Promise<void> => {
    const preview = await readHead(path, name, reading, signal)
    put(id, { kind: 'ready', preview })
    // What is wrong further down, importing it says.
    counting = count(id, path, preview, signal).catch(() => {})
  }

  const checkClear = ({ unclear }: ListPreview): void => {
    const [first] = unclear
    if (first) throw new AppError('usage', { kind: 'list-unclear', unclear: first }, { kept: 'nothing-changed' })
  }

  /** Other work comes first: it takes as long as the import. */
  const sweep = (): void => {
    sweeping = sweeping.then(() => removeOver(ports, ending.signal)).catch(() => {})
  }

  /** Resolves when what follows is done, too: whoever waits for `running` finds it cleared. */
  const runAlone = async <Done>(change: Promise<Done>, isNew: (done: Done) => boolean): Promise<Done> => {
    changing = change.catch(() => {})
    const whole = change.then(async (done) => {
      if (!isNew(done)) return done
      onChange(['products'])
      await onImported()
      return done
    })
    running = whole.catch(() => {})
    try {
      return await whole
    } finally {
      running = undefined
    }
  }

  const run = async (
    path: string,
    name: string,
    columns: ListColumns,
    reading: ListReading,
    {
      signal,
      ...more
    }: ImportMore & { readonly isDry: boolean; readonly targets: Partial<Targets>; readonly onRows: (rows: number) => void },
  ): Promise<Imported> => {
    const ended = signal ? AbortSignal.any([ending.signal, signal]) : ending.signal
    const request = { path, name, columns, reading, connectionId: connectionId(), known: ports.knownNames(), ...more, signal: ended }
    if (more.isDry) return importList(ports, request)
    if (running !== undefined) throw new AppError('usage', { kind: 'list-being-imported' }, { kept: 'nothing-changed' })
    // What is being removed must not be taken over.
    const importing = removing.then(() => importList(ports, request))
    try {
      return await runAlone(importing, () => true)
    } finally {
      sweep()
    }
  }

  const isRefusal = ({ state }: OpenedList): boolean => state.kind === 'failed' && state.problem.failure.kind === 'lists-waiting'

  /** One row says of all of them that they were not opened. */
  const refuseMore = (id: string, name: string): string => {
    const earlier = lists.find(({ list }) => isRefusal(list))?.list
    const before = earlier?.state.kind === 'failed' ? earlier.state.problem.failure : undefined
    const names = before?.kind === 'lists-waiting' ? [...before.names, name] : [name]
    const refusal = new AppError('usage', { kind: 'lists-waiting', names: names.slice(0, 100), open: most })
    if (!earlier)
      lists = [
        ...lists,
        { path: '', source: null, reading: new AbortController(), list: { id, name, from: null, state: { kind: 'reading' } } },
      ]
    put(earlier?.id ?? id, { kind: 'failed', problem: refusal.toRecord(), preview: null })
    return earlier?.id ?? id
  }

  /** Copies what was opened, then reads its beginning. */
  const open = async (
    name: string,
    source: ListSource | null,
    copy: (path: string) => Promise<void>,
    said: ListReading = {},
  ): Promise<string> => {
    const id = journal.newId('list_')
    const path = join(folder, id)
    if (lists.filter(({ list }) => !isRefusal(list)).length >= most) return refuseMore(id, name)
    const reading = new AbortController()
    lists = [...lists, { path, source, reading, list: { id, name, from: source?.kind ?? null, state: { kind: 'reading' } } }]
    onChange(['catalogue'])
    try {
      await cleared
      await files.makeFolder(folder, 0o700)
      await copy(path)
      await show(id, path, name, said, reading.signal)
    } catch (error) {
      put(id, { kind: 'failed', problem: toListError(name, error).toRecord(), preview: null })
      await files.remove(path).catch(() => {})
    }
    return id
  }

  return {
    opens: isListFileName,
    view: (): OpenedList | null => lists[0]?.list ?? null,
    fromFile: (path: string): Promise<string> => {
      const name = basename(path)
      return open(name, { kind: 'file', place: path }, async (to) => {
        const facts = await files.facts(path)
        if (!facts.isFile()) throw new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is: 'folder' })
        if (facts.size > listLimits.fileBytes) throw tooLarge(name)
        await files.copy(path, to)
      })
    },
    fromBytes: (bytes: AsyncIterable<Uint8Array>, name: string): Promise<string> =>
      open(name, null, (to) => files.writeStream(to, limitBytes(bytes, name))),
    /** What was fetched from an address: the file is moved. `said`: how its server says that it is written. */
    fromDownload: (path: string, name: string, source: ListSource, said: ListReading): Promise<string> =>
      open(name, source, (to) => files.rename(path, to), said),
    /** Cells copied in a spreadsheet: separated by tabs. */
    fromText: async (text: string): Promise<string> => {
      if (text.length > listLimits.pasted) throw new AppError('usage', { kind: 'list-pasted-over-size', limit: listLimits.pasted })
      return open('', null, (to) => files.write(to, `\uFEFF${text}`))
    },
    import: async (id: string, columns: ListColumns, targets: Partial<Targets>): Promise<ImportResult> => {
      const { path, list } = find(id)
      const preview = list.state.kind === 'ready' || list.state.kind === 'failed' ? list.state.preview : null
      if (!preview) throw new AppError('unknown-id', { kind: 'list-closed' }, { kept: 'nothing-changed' })
      checkClear(preview)
      put(id, { kind: 'importing', rows: 0 })
      try {
        const { result } = await run(path, list.name, columns, pinned(preview), {
          isDry: false,
          targets,
          onRows: (rows) => put(id, { kind: 'importing', rows }),
        })
        lists = lists.map((one) =>
          one.list.id === id ? { ...one, read: { headers: preview.headers, columns, reading: pinned(preview) } } : one,
        )
        put(id, { kind: 'imported', result })
        await files.remove(path).catch(() => {})
        return result
      } catch (error) {
        put(id, { kind: 'failed', problem: toAppError(error).toRecord(), preview: { ...preview, columns } })
        throw error
      }
    },
    /** Reads it again as a person says. What was shown stays where that fails. */
    readAs: async (id: string, reading: ListReading): Promise<void> => {
      const { path, list, reading: ending } = find(id)
      const { state } = list
      if (state.kind !== 'ready' && state.kind !== 'failed') return
      try {
        await show(id, path, list.name, reading, ending.signal)
      } catch (error) {
        const preview = state.preview && { ...state.preview, reading }
        put(id, { kind: 'failed', problem: toListError(list.name, error).toRecord(), preview })
      }
    },
    close: async (id: string): Promise<void> => {
      const opened = lists.find(({ list }) => list.id === id)
      if (!opened || opened.list.state.kind === 'importing') return
      lists = lists.filter((one) => one !== opened)
      opened.reading.abort()
      onChange(['catalogue'])
      if (opened.path !== '') await files.remove(opened.path).catch(() => {})
    },
    /** A file that the command names, read where it is. `choose`: the columns, by the headers. */
    importFile: async (
      path: string,
      choose: (preview: ListPreview) => ListColumns,
      reading: ListReading,
      { onComplete, ...more }: ImportFileMore,
    ): Promise<Imported> => {
      const name = more.name ?? basename(path)
      const preview = await readHead(path, name, reading, more.signal ?? ending.signal)
      checkClear(preview)
      const read = { headers: preview.headers, columns: choose(preview), reading: pinned(preview) }
      return run(path, name, read.columns, read.reading, {
        ...more,
        ...(onComplete ? { onComplete: (list) => onComplete({ ...list, read }) } : {}),
        onRows: () => {},
      })
    },
    /** Where an imported list is from, and how it was read, as long as it is open; `undefined`: it was pasted, or is not imported. */
    imported: (
      id: string,
    ): { readonly source: ListSource; readonly read: ReadAs; readonly name: string; readonly import: number } | undefined => {
      const { source, read, list } = lists.find((one) => one.list.id === id) ?? {}
      if (!source || !read || list?.state.kind !== 'imported') return undefined
      return { source, read, name: list.name, import: list.state.result.import }
    },
    /** Merges products of another library into the list, after an import that is running and what follows it. Errors: those of an import. */
    merge: async (owner: string | null, list: ListToMerge, signal: AbortSignal): Promise<number> => {
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      while (running !== undefined) {
        await Promise.race([running, aborted])
        signal.throwIfAborted()
      }
      const merging = removing.then(() => mergeProducts(ports, owner, list, AbortSignal.any([ending.signal, signal])))
      try {
        return await runAlone(merging, (changed) => changed > 0)
      } finally {
        sweep()
      }
    },
    /** Removes what does not count any more: another workspace may have brought a list along. */
    sweep,
    /** Removes what a list lacks. Not during an import, which takes it over. */
    forgetMissing: async (number: number): Promise<{ removed: number }> => {
      if (running !== undefined) throw new AppError('usage', { kind: 'list-being-imported' }, { kept: 'nothing-changed' })
      const removal = removing.then(() => removeMissing(ports, number, ending.signal))
      removing = removal.catch(() => {})
      return { removed: await removal }
    },
    /** What an interrupted run left counts no more; its files and rows are removed without anybody waiting. */
    begin: (): void => {
      if (catalogue.hasUnfinished()) journal.write(() => catalogue.giveUpAll())
      cleared = files.remove(folder, { recursive: true }).catch(() => {})
      sweep()
    },
    /** Stops a running import: the earlier list counts. */
    stop: async (): Promise<void> => {
      ending.abort()
      for (const { reading } of lists) reading.abort()
      await counting
      await changing
      await removing
      await sweeping
      await cleared
    },
  }
}
