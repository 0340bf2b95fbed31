import type { ProductMerge } from '../../../../shared/products/product-edits.ts'
import { joinProduct, type ProductDifference, toStoredEntry } from '../catalogue/merge-products.ts'
import { listedAsOf } from '../catalogue/name-entry.ts'
import { productKeyOf } from '../catalogue/product-key.ts'
import { changeId, findChosen, inReverse, refuse, type Undo } from './edit-products.ts'
import { describeEdited, type Edited, type EditPorts, isBusy } from './find-edited.ts'
import { followSwitch } from './follow-switch.ts'
import type { FollowedProduct, MatchRow } from './match-keys.ts'

type Side = Edited & { readonly ref: string }

/** `from` becomes a part of `into`: the one that the workspace has, else the one in the list, else the second one named. */
type Pair = {
  readonly from: Side
  readonly into: Side
  /** The row of the list that both are then. */
  readonly joined: Edited['entry']
  readonly differences: readonly ProductDifference[]
}

const findPair = (ports: EditPorts, connectionId: string | null, ref: string, other: string): Pair => {
  const [one, two] = [ref, other].map((named) => ({ ...findChosen(ports, connectionId, named), ref: named })) as [Side, Side]
  const rank = ({ fields, entry }: Side): number => (fields.productId === null ? 0 : 2) + (entry ? 1 : 0)
  const [from, into] = rank(one) > rank(two) ? [two, one] : [one, two]
  const isSame = (here: unknown, there: unknown): boolean => here !== undefined && here === there
  if (isSame(from.entry?.seq, into.entry?.seq) || isSame(from.record?.ref, into.record?.ref)) throw refuse({ kind: 'products-are-one' })
  // They would be without their product.
  if (from.entry && into.entry && ports.catalogue.entry(from.entry.seq)?.kind === 'parent') throw refuse({ kind: 'product-has-variants' })
  if (!into.entry) return { from, into, joined: from.entry && { ...from.entry, productId: into.fields.productId }, differences: [] }
  if (!from.entry) return { from, into, joined: into.entry, differences: [] }
  const { joined, differences } = joinProduct(into.entry, from.entry, new Map())
  return { from, into, joined: { ...joined, seq: into.entry.seq }, differences }
}

/** One that is about to be created, or is being sent to, can't become another one. */
const isUnderWay = (ports: EditPorts, { from, into }: Pair): boolean =>
  from.creation !== undefined || into.creation !== undefined || isBusy(from, ports.operations)

/** A value that only one has stays; of two, that of the product that is left. */
const joinEntries = ({ catalogue, products }: EditPorts, { from, into, joined }: Pair): Undo => {
  const kept = into.entry ?? from.entry
  if (!joined || !kept) return () => {}
  const rows = into.entry && from.entry ? catalogue.takeOut(from.entry.seq) : undefined
  catalogue.rewrite([{ seq: kept.seq, entry: toStoredEntry(joined) }])
  const records = [from.record, into.record].flatMap((one) => one ?? [])
  const undos = records.map(({ ref }) => products.remember(ref))
  // Without an id, our record of it is known by what the list says.
  if (joined.productId === null)
    for (const { connectionId } of records.slice(0, 1))
      for (const was of [from.entry, into.entry]) if (was) products.relist(listedAsOf(was), listedAsOf(joined), connectionId)
  return () => {
    for (const undo of undos) undo()
    if (catalogue.entry(kept.seq)) catalogue.rewrite([{ seq: kept.seq, entry: toStoredEntry(kept) }])
    if (rows) catalogue.putBack(rows)
  }
}

/** All pictures of both are of the one that is left, its own first. */
const joinMatches = ({ matches }: EditPorts, connectionId: string | null, { from, into, joined }: Pair): Undo => {
  const look = (keys: readonly string[]): MatchRow[] => {
    const rows = keys.flatMap((key) => matches.releaseProduct(connectionId, key))
    matches.putBack(connectionId, rows)
    return rows
  }
  const before = look([...into.keys, ...from.keys])
  const { productId, sku, gtin, name } = joined ?? into.fields
  const fields = { productId, sku, gtin, name, handle: joined?.handle ?? null }
  const isOurs = productId === null && !joined && into.record
  const key = isOurs ? `ref:${into.record.ref}` : (productKeyOf(fields) ?? into.keys[0] ?? '')
  const followed: FollowedProduct[] = [...into.keys, ...from.keys].map((was) => ({ was, product: { key, ...fields } }))
  matches.follow(connectionId, followed)
  return () => {
    const now = matches.releaseProduct(connectionId, key)
    const isStill = new Set(now.map((row) => row.image_id))
    const back = before.filter((row) => isStill.has(row.image_id))
    const isBack = new Set(back.map((row) => row.image_id))
    // What came to it since stays there, and what left it stays away.
    matches.putBack(connectionId, [...back, ...now.filter((row) => !isBack.has(row.image_id))])
  }
}

/** Its waiting work goes to the other record. What was sent to another id is true of that one, and stays with it. */
const joinRecords = (ports: EditPorts, { from, into }: Pair): { readonly ref: string | undefined; readonly undo: Undo } => {
  const { record, open } = from
  if (!record || (into.fields.productId === null && !into.record)) return { ref: into.record?.ref, undo: () => {} }
  if (into.fields.productId !== null) return changeId(ports, record, open, into.fields.productId)
  const [there, here] = [record.ref, into.record?.ref ?? '']
  const ids = open.map(({ id }) => id)
  ports.products.moveJobsTo(there, here, ids)
  return { ref: here, undo: () => ports.products.moveJobsTo(here, there, ids) }
}

/** What merging two products would do: which one is left, and of which values only one stays. Errors: `usage`. */
export const previewMerge = (ports: EditPorts, connectionId: string | null, ref: string, other: string): ProductMerge => {
  const pair = findPair(ports, connectionId, ref, other)
  return {
    from: describeEdited(ports, pair.from, connectionId),
    into: describeEdited(ports, pair.into, connectionId),
    differences: pair.differences.map((one) => ({ ...one })),
    isBusy: isUnderWay(ports, pair),
  }
}

/**
 * Two products that are one, as a person says: their rows of the list, the pictures that are matched to them, and the work that waits. Returns the reference of the
 * one that is left. Called inside `journal.write`. Errors: `usage`.
 */
export const mergeProduct = (
  ports: EditPorts,
  connectionId: string | null,
  ref: string,
  other: string,
): { readonly ref: string; readonly undo: () => void } => {
  const pair = findPair(ports, connectionId, ref, other)
  if (isUnderWay(ports, pair)) throw refuse({ kind: 'product-busy' })
  const matched = joinMatches(ports, connectionId, pair)
  const records = joinRecords(ports, pair)
  const follow = (): void => {
    const list = ports.catalogue.current(connectionId)
    // One of both may be no product of the workspace by now.
    if (list) followSwitch(ports.journal, connectionId, list, list)
  }
  return { ref: records.ref ?? pair.into.ref, undo: inReverse([follow, matched, records.undo, joinEntries(ports, pair)]) }
}
