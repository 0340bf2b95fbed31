import { implementer } from '../../electron/core/implementer.ts'
import { keptMs } from '../../shared/removed/kept-days.ts'
import type { RemovedRow, RemovedThing } from '../../shared/removed/removed.ts'

const os = implementer.removed

type Ports = { readonly announce: () => void; readonly pictures: readonly { readonly id: string; readonly name: string }[] }

/** Two pictures, a product and a question set that were removed. */
export const createFakeRemoved = ({ announce, pictures }: Ports) => {
  const named = [
    ...pictures.map(({ id, name }) => ({ kind: 'picture' as const, id, name, bytes: 2_400_000, version: 1 })),
    { kind: 'product' as const, id: 'removed_1', name: 'Linen shirt, blue', bytes: null, version: null },
    { kind: 'set' as const, id: 'set_removed', name: 'Autumn campaign', bytes: null, version: null },
  ]
  let rows: RemovedRow[] = named.map((one, at) => {
    const removedAt = Date.now() - at * 3 * 86_400_000
    return { ...one, removedAt, goesAt: removedAt + keptMs }
  })
  const take = (things: 'all' | readonly RemovedThing[]): number => {
    const before = rows.length
    rows = things === 'all' ? [] : rows.filter(({ kind, id }) => !things.some((one) => one.kind === kind && one.id === id))
    announce()
    return before - rows.length
  }
  return {
    page: os.page.handler(({ input: { offset, limit } }) => ({
      total: rows.length,
      bytes: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      rows: rows.slice(offset, offset + limit),
    })),
    restore: os.restore.handler(({ input }) => ({ restored: take(input.things) })),
    removeForGood: os.removeForGood.handler(({ input }) => ({ removed: take(input.things) })),
  }
}
