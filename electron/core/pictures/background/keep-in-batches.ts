import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'

/** Limits of a batch of results: its size, and how long its first one may wait, in milliseconds. */
export const batchSize = 20
export const batchMs = 1_000

type Steps<Item, Result> = {
  readonly journal: Pick<Journal, 'write' | 'durable'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly nameOf: (item: Item) => string | number
  /** What comes next that is not taken; `undefined`: nothing, or something else comes first. */
  readonly next: (isTaken: (item: Item) => boolean) => Item | undefined
  /** `undefined`: nothing is known about it now, and `next` leaves it out. */
  readonly read: (item: Item) => Promise<Result | undefined>
  /** Within a transaction. */
  readonly keep: (result: Result) => void
  /** These are on the disk. */
  readonly onKept?: (results: readonly Result[]) => void
}

/** Reads one after the other. Results are on the disk by the twenty, or after a second; those that were not are read again. */
export const keepInBatches = async <Item, Result>({
  journal,
  clock,
  nameOf,
  next,
  read,
  keep,
  onKept,
}: Steps<Item, Result>): Promise<void> => {
  let results = new Map<string | number, Result>()
  const isTaken = (item: Item): boolean => results.has(nameOf(item))
  let firstAt = 0
  const save = async (): Promise<void> => {
    if (results.size === 0) return
    const batch = [...results.values()]
    journal.write(() => {
      for (const result of batch) keep(result)
    })
    await journal.durable()
    results = new Map()
    onKept?.(batch)
  }
  for (let item = next(isTaken); item !== undefined; item = next(isTaken)) {
    const result = await read(item)
    if (results.size === 0) firstAt = clock.monotonic()
    if (result !== undefined) results.set(nameOf(item), result)
    if (results.size >= batchSize || clock.monotonic() - firstAt >= batchMs) await save()
  }
  await save()
}
