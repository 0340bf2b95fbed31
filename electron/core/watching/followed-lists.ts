import { basename, resolve } from 'node:path'
import { AppError, toAppError } from '../../../shared/base/errors.ts'
import type { ImportResult } from '../../../shared/products/catalogue.ts'
import type { ColumnRole } from '../../../shared/products/column-roles.ts'
import type { ListReading } from '../../../shared/products/list-form.ts'
import type { FollowedList, ListRhythm } from '../../../shared/watching/followed-lists.ts'
import type { FollowedListsFailure } from '../../../shared/watching/followed-lists-failures.ts'
import type { Ids } from '../base/platform/ids.ts'
import type { CatalogueStore } from '../products/catalogue/catalogue-store.ts'
import { chooseColumns } from '../products/catalogue/choose-columns.ts'
import type { ListSource, OpenedLists, ReadAs } from '../products/catalogue/opened-lists.ts'
import { createChangeTimes } from './change-times.ts'
import { findColumns } from './compare-version.ts'
import { checkListAddress, fetchList, nameOfAddress, showAddress } from './fetch-list.ts'
import { isSame, readMark } from './file-marks.ts'
import type { StoredList } from './followed-store.ts'
import { createGrowingFiles } from './growing-files.ts'
import { createListLooks, type LookPorts } from './look-at-list.ts'
import { createStepPauses } from './step-pauses.ts'

/** How often a file's size and time are looked at. One file needs no events: this finds it on any drive, and after it was replaced. In milliseconds, as all here. */
const pollMs = 10_000
/** A file that is gone for a moment is being replaced. */
const awayMs = 5_000
const hourMs = 3_600_000
const every: Readonly<Record<Exclude<ListRhythm, 'changes' | 'hand'>, number>> = { hour: hourMs, day: 24 * hourMs }
/** An address that could not be read is tried again, and so is what failed here. */
const retryMs = 10 * 60_000
const failedMs = 30_000

type Ports = Omit<LookPorts, 'signal' | 'openedLists' | 'catalogue' | 'onChange'> & {
  readonly ids: Ids
  readonly access: 'read' | 'write'
  readonly catalogue: CatalogueStore
  readonly openedLists: OpenedLists
  readonly connectionId: () => string | null
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** `products`: a new version counts. */
  readonly onChange: (subjects: readonly ('watching' | 'products' | 'catalogue')[]) => void
}

/** A list that the command names. */
type NamedList = { readonly columns: Partial<Record<ColumnRole, string>>; readonly reading: ListReading } & (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'address'; readonly address: string }
)
export type ListToFollow = { readonly kind: 'opened'; readonly id: string } | NamedList
type Rules = { readonly rhythm: ListRhythm; readonly accepts: boolean }

const refuse = (failure: FollowedListsFailure): AppError => new AppError('usage', failure, { kept: 'nothing-changed' })

const describe = ({ connectionId: _, how, settled, looked, place, ...list }: StoredList): FollowedList => ({
  ...list,
  place: list.kind === 'file' ? place : showAddress(place),
})

/** Nothing is lost by it: the person would only say yes. */
const mayAccept = ({ accepts, waiting, problem }: StoredList): boolean =>
  accepts &&
  problem === null &&
  waiting !== null &&
  waiting.changes.missing + waiting.changes.missingVariants + waiting.changes.refused === 0

export type FollowedLists = ReturnType<typeof createFollowedLists>

/**
 * The product list that a workspace's person follows: read again as its rhythm says, shown as what it would change, and imported once the person accepts that. The
 * row is the truth: in memory is only whether a file still grows. Lists of other workspaces rest until theirs is used.
 */
export const createFollowedLists = (given: Ports) => {
  const ending = new AbortController()
  const ports = { ...given, signal: ending.signal, onChange: (): void => given.onChange(['watching']) }
  const { journal, clock, timers, catalogue, openedLists, followedLists: store } = ports
  const looks = createListLooks(ports)
  const growing = createGrowingFiles(() => 'polling', createChangeTimes())
  const pauses = createStepPauses(timers, () => ending.signal.aborted)
  const now = (): number => clock.monotonic()
  let awaySince: number | undefined
  let running: Promise<void> | undefined
  /** One reads, accepts or leaves at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act)
    last = mine.catch(() => {})
    return mine
  }

  const find = (id: string): StoredList => {
    const list = store.get(id)
    if (!list) throw new AppError('unknown-id', { kind: 'followed-unknown' }, { kept: 'nothing-changed' })
    return list
  }
  const checkWriting = (): void => {
    if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
  }
  const write = async (change: () => void): Promise<void> => {
    checkWriting()
    journal.write(change)
    await journal.durable()
    pauses.wake()
  }
  const checkRhythm = (kind: StoredList['kind'], rhythm: ListRhythm): void => {
    if (kind === 'address' && rhythm === 'changes') throw refuse({ kind: 'followed-rhythm-of-file' })
  }

  const checkVersion = (id: string, version: string): StoredList => {
    const list = find(id)
    if (list.waiting?.version !== version) throw refuse({ kind: 'followed-version-over', name: list.name })
    return list
  }

  const accept = async (id: string, version: string): Promise<ImportResult> => {
    const list = checkVersion(id, version)
    const path = looks.versionPath(id, version)
    if (!(await readMark(path, ports))) {
      journal.write(() => store.setLooked(list, { looked: null, waiting: null }, clock.now()))
      throw new AppError('file-missing', { kind: 'followed-version-gone', name: list.name }, { kept: 'nothing-changed' })
    }
    const { result } = await openedLists.importFile(path, ({ headers }) => findColumns(list, headers), list.how.reading, {
      ...{ isDry: false, targets: {}, name: list.name, connectionId: list.connectionId, signal: ending.signal },
      // Both are on disk, or none.
      onComplete: () => {
        checkVersion(id, version)
        store.settle(id, version)
      },
    })
    await looks.tidy()
    return result
  }

  /** A file is read once it has not changed for a while. */
  const lookAtFile = async (list: StoredList): Promise<void> => {
    const { place, looked } = list
    const mark = await readMark(place, ports)
    if (!mark) {
      growing.clear()
      awaySince ??= now()
      const isKnown = list.problem !== null && looked === null
      if (now() - awaySince >= awayMs && !isKnown) await looks.look(list)
      return
    }
    awaySince = undefined
    const before = looked?.size === undefined || looked.modified === undefined ? null : looked
    if (before && isSame({ size: before.size ?? 0, modified: before.modified ?? 0, changed: before.changed ?? null }, mark))
      return growing.clear()
    growing.see(place, mark, now())
    if (growing.listDue(now(), 1).length > 0 && (await looks.look(list))) growing.clear()
  }

  const isDue = ({ rhythm, checkedAt, problem }: StoredList): boolean => {
    if (rhythm === 'hand' || rhythm === 'changes') return false
    const passed = checkedAt === null ? Number.POSITIVE_INFINITY : clock.now() - checkedAt
    // The clock was set back.
    return passed < 0 || passed >= (problem ? Math.min(retryMs, every[rhythm]) : every[rhythm])
  }

  const step = async (): Promise<void> => {
    const list = store.of(ports.connectionId())
    if (!list) return
    if (list.waiting && list.waiting.against !== (catalogue.current(list.connectionId)?.import ?? null)) await looks.compareAgain(list)
    else if (list.kind === 'file' && list.rhythm === 'changes') await lookAtFile(list)
    else if (isDue(list)) await looks.look(list)
    const after = store.get(list.id)
    if (!after?.waiting || !mayAccept(after)) return
    await accept(after.id, after.waiting.version)
    given.onChange(['watching', 'products', 'catalogue'])
  }

  const restMs = (): number => {
    const list = store.of(ports.connectionId())
    if (list?.kind !== 'file' || list.rhythm !== 'changes') return retryMs
    return Math.min(pollMs, awaySince === undefined ? pollMs : awayMs, Math.max(0, growing.nextAt(0) - now()))
  }

  const run = async (): Promise<void> => {
    await looks.tidy().catch(() => {})
    while (!ending.signal.aborted) {
      let rest = 0
      try {
        await inTurn(step)
      } catch (error) {
        if (ending.signal.aborted) return
        const { code, failure } = toAppError(error)
        ports.log({ event: 'following-failed', code, failure: failure.kind })
        rest = failedMs
      }
      if (!ending.signal.aborted) await pauses.rest(Math.max(rest, restMs()))
    }
  }

  const toRow = (source: ListSource & { readonly name: string }, rules: Rules, read: ReadAs) => ({
    ...{ id: ports.ids.hex(8), kind: source.kind, place: source.place, name: source.name, ...rules },
    how: { headers: [...read.headers], columns: read.columns, reading: read.reading },
    settled: source.looked?.sha256 ?? null,
    looked: source.looked ?? null,
  })

  const followOpened = async (id: string, rules: Rules): Promise<string> => {
    const imported = openedLists.imported(id)
    if (!imported) throw refuse({ kind: 'followed-without-source' })
    const { source, read, name } = imported
    checkRhythm(source.kind, rules.rhythm)
    const row = toRow({ ...source, name }, rules, read)
    await write(() => {
      const owner = catalogue.ownerOf(imported.import)
      if (!owner) throw new AppError('usage', { kind: 'list-replaced' }, { kept: 'nothing-changed' })
      store.follow({ ...row, connectionId: owner.connectionId }, clock.now())
    })
    return row.id
  }

  type Named = { readonly path: string; readonly source: ListSource & { readonly name: string }; readonly said: ListReading }
  const fetchNamed = async (list: NamedList): Promise<Named> => {
    if (list.kind === 'path') {
      const place = resolve(list.path)
      return { path: place, source: { kind: 'file', place, name: basename(place) }, said: {} }
    }
    const place = checkListAddress(list.address).href
    const path = await looks.draftOf(ports.ids.hex(8))
    const fetched = await fetchList(place, path, null, ports)
    const source = { kind: 'address', place, name: nameOfAddress(place), ...(fetched && { looked: fetched.looked }) } as const
    return { path, source, said: fetched?.said ?? {} }
  }

  /** Imports and follows it, in the transaction from which on it counts. */
  const followNamed = async (list: NamedList, rules: Rules): Promise<{ id: string; result: ImportResult }> => {
    checkWriting()
    checkRhythm(list.kind === 'path' ? 'file' : 'address', rules.rhythm)
    const { path, source, said } = await fetchNamed(list)
    const id = ports.ids.hex(8)
    const { result } = await openedLists.importFile(
      path,
      ({ headers, columns }) => chooseColumns(headers, columns, list.columns),
      { ...said, ...list.reading },
      {
        ...{ isDry: false, targets: {}, name: source.name, signal: ending.signal },
        onComplete: ({ connectionId, read }) => store.follow({ ...toRow(source, rules, read), id, connectionId }, clock.now()),
      },
    )
    return { id, result }
  }

  return {
    /** Downloads a list, and opens it as if it was dropped. Returns its id among the opened ones. */
    open: (address: string): Promise<string> =>
      inTurn(async () => {
        const { path, source, said } = await fetchNamed({ kind: 'address', address, columns: {}, reading: {} })
        return openedLists.fromDownload(path, source.name, source, said)
      }),
    get: (): FollowedList | null => {
      const list = store.of(ports.connectionId())
      return list ? describe(list) : null
    },
    follow: (list: ListToFollow, rules: Rules): Promise<{ list: FollowedList; result: ImportResult | null }> =>
      inTurn(async () => {
        const { id, result } =
          list.kind === 'opened' ? { id: await followOpened(list.id, rules), result: null } : await followNamed(list, rules)
        await looks.tidy()
        return { list: describe(find(id)), result }
      }),
    unfollow: (id: string): Promise<void> =>
      inTurn(async () => {
        await write(() => {
          find(id)
          store.unfollow(id)
        })
        await looks.tidy()
      }),
    change: async (id: string, change: Partial<Rules>): Promise<FollowedList> => {
      await write(() => {
        const list = find(id)
        const rhythm = change.rhythm ?? list.rhythm
        checkRhythm(list.kind, rhythm)
        store.setRules(id, rhythm, change.accepts ?? list.accepts)
      })
      return describe(find(id))
    },
    check: (id: string): Promise<FollowedList> =>
      inTurn(async () => {
        checkWriting()
        const list = find(id)
        if (!(await looks.look(list))) throw new AppError('file-changed', { kind: 'followed-file-changing', name: list.name })
        await looks.tidy()
        return describe(find(id))
      }),
    accept: (id: string, version: string): Promise<{ list: FollowedList; result: ImportResult }> =>
      inTurn(async () => {
        checkWriting()
        const result = await accept(id, version)
        return { list: describe(find(id)), result }
      }),
    leave: (id: string, version: string): Promise<FollowedList> =>
      inTurn(async () => {
        await write(() => {
          checkVersion(id, version)
          store.settle(id, version)
        })
        await looks.tidy()
        return describe(find(id))
      }),
    begin: (): void => {
      running ??= run()
    },
    /** Another workspace is used, whose list may be followed. */
    noticed: (): void => {
      growing.clear()
      awaySince = undefined
      pauses.wake()
    },
    stop: async (): Promise<void> => {
      ending.abort()
      pauses.end()
      await running
      await last
    },
  }
}
