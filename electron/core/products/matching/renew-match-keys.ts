import type { MatchProduct } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createSameProductFinder } from '../catalogue/product-key.ts'
import { readListMark, readProductsMark, walkProducts } from './lists/match-subjects.ts'
import type { MatchStore } from './match-store.ts'

/** Finds the product of today that an earlier, or another library's, one is. */
export const readFinder = async (journal: Journal, connectionId: string | null) => {
  const products: MatchProduct[] = []
  for await (const piece of walkProducts(journal, connectionId)) products.push(...piece)
  return createSameProductFinder(products)
}

type KeyPorts = { readonly journal: Journal; readonly matches: Pick<MatchStore, 'keyMark' | 'renewKeys'> }

/** Gives kept matches the keys of today's products, if these have changed since. With other work in between. */
export const renewMatchKeys = async ({ journal, matches }: KeyPorts, connectionId: string | null): Promise<void> => {
  for (;;) {
    const list = readListMark(journal, connectionId)
    const before = matches.keyMark(connectionId)
    const mark = readProductsMark(journal, connectionId)
    if (before === undefined || before === mark) return
    const find = await readFinder(journal, connectionId)
    const isOfToday = (): boolean => readListMark(journal, connectionId) === list
    if (await matches.renewKeys(connectionId, mark, find, isOfToday)) return
  }
}

/** The product of today that a window or a command names, as it saw it before. Kept keys are of today (`renewMatchKeys`). */
export const findToday = async (
  journal: Journal,
  { listOf }: Pick<MatchStore, 'listOf'>,
  connectionId: string | null,
  seen: MatchProduct,
): Promise<MatchProduct> => {
  if (listOf(connectionId, seen.key).length > 0) return seen
  const find = await readFinder(journal, connectionId)
  const now = find(seen)
  return now.kind === 'one' ? now.product : seen
}

type ChangePorts = { readonly journal: Journal; readonly matches: Pick<MatchStore, 'keyMark' | 'renewKeys' | 'sweep'> }

/** Writes a change of matches in one transaction. Resolves when it is on disk. */
export const writeMatches = async <Result>({ journal, matches }: ChangePorts, change: () => Result): Promise<Result> => {
  const result = journal.write(change)
  await journal.durable()
  // On a full disk the next change does it.
  await matches.sweep().catch(() => {})
  return result
}

/**
 * The same for a change that needs the workspace's products: `read` reads them, and what follows from them, with other work in between. If the workspace is
 * another by then, or has another list, that is read again; all else `change` decides on as it is when it is written.
 */
export const changeMatches = async <Read, Result>(
  ports: ChangePorts,
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
