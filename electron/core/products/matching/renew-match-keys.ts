import type { MatchProduct } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createSameProductFinder } from '../catalogue/product-key.ts'
import { readListMark } from './lists/match-subjects.ts'
import { findNewMark } from './lists/outdated-keys.ts'
import type { MatchReader } from './match-reader.ts'
import type { MatchStore } from './match-store.ts'

/** Finds the product of today that an earlier, or another library's, one is. */
export const readFinder = async (reader: MatchReader, connectionId: string | null) =>
  createSameProductFinder(await reader.read('matching.known', connectionId))

type KeyPorts = { readonly journal: Journal; readonly slowReader: MatchReader; readonly matches: Pick<MatchStore, 'renewKeys'> }

/** Gives kept matches the keys of today's products, if these have changed since. */
export const renewMatchKeys = async ({ journal, slowReader, matches }: KeyPorts, connectionId: string | null): Promise<void> => {
  while (findNewMark(journal, connectionId) !== null) {
    const outdated = await slowReader.read('matching.outdated', connectionId)
    const isOfToday = (): boolean => readListMark(journal, connectionId) === outdated?.list
    if (!outdated || (await matches.renewKeys(connectionId, outdated, isOfToday))) return
  }
}

/** The product of today that a window or a command names, as it saw it before. Kept keys are of today (`renewMatchKeys`). */
export const findToday = async (
  reader: MatchReader,
  { listOf }: Pick<MatchStore, 'listOf'>,
  connectionId: string | null,
  seen: MatchProduct,
): Promise<MatchProduct> => {
  if (listOf(connectionId, seen.key).length > 0) return seen
  const find = await readFinder(reader, connectionId)
  const now = find(seen)
  return now.kind === 'one' ? now.product : seen
}

type WritePorts = { readonly journal: Journal; readonly matches: Pick<MatchStore, 'sweep'> }

/** Writes a change of matches in one transaction. Resolves when it is on disk. */
export const writeMatches = async <Result>({ journal, matches }: WritePorts, change: () => Result): Promise<Result> => {
  const result = journal.write(change)
  await journal.durable()
  // On a full disk the next change does it.
  await matches.sweep().catch(() => {})
  return result
}

/**
 * The same for a change that needs the workspace's products: `read` reads them, and what follows from them, in the lists' thread. If the workspace is
 * another by then, or has another list, that is read again; all else `change` decides on as it is when it is written.
 */
export const changeMatches = async <Read, Result>(
  ports: KeyPorts & WritePorts & { readonly matches: Pick<MatchStore, 'renewKeys' | 'sweep'> },
  owner: () => string | null,
  read: (connectionId: string | null) => Promise<Read>,
  change: (found: Read, connectionId: string | null) => Result,
): Promise<Result> => {
  for (;;) {
    const connectionId = owner()
    await renewMatchKeys(ports, connectionId)
    const list = readListMark(ports.journal, connectionId)
    const found = await read(connectionId)
    const done = await writeMatches(ports, () =>
      owner() === connectionId && readListMark(ports.journal, connectionId) === list ? { result: change(found, connectionId) } : undefined,
    )
    if (done) return done.result
  }
}
