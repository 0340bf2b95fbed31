import { AppError } from '../../../../shared/base/errors.ts'
import type { JobRemedy } from '../../../../shared/products/problems.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { leaveJobs, type Undone } from '../../queue/leave-jobs.ts'
import { retryIfFits } from '../../queue/retry-jobs.ts'
import { changeProducts } from '../ledger/change-products.ts'
import { editListed } from '../matching/edit-listed.ts'
import { readWrongProducts } from './lists/wrong-products.ts'

type Ports = Pick<
  HandlerContext,
  'catalogue' | 'connections' | 'jobs' | 'journal' | 'matches' | 'operations' | 'ports' | 'products' | 'reader' | 'scheduler'
>

/** Remedies that can still be undone. */
const mostUndos = 20

/** Jobs that need a person, by what they have in common. */
export const createProblemsHandlers = (context: Ports) => {
  const { catalogue, connections, jobs, journal, operations, products, reader, scheduler } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const work = { journal, jobs, operations, clock: context.ports.clock }
  const undos = new Map<string, () => Promise<Undone>>()

  const change = async (ids: readonly string[], remedy: 'as-new' | 'by-sku') => {
    const refs = ids.flatMap((id) => {
      const one = jobs.get(id)?.work
      return one?.operation === 'attach-sources' ? [one.productRef] : []
    })
    const wrong = readWrongProducts({ journal, catalogue }, [...new Set(refs)])
    const forgetId = (owner: string | null, entry: number) =>
      editListed({ ...context, clock: context.ports.clock }, owner, entry, { productId: null })
    return changeProducts(ids, remedy, { ...work, products, wrong, forgetId })
  }

  type Settled = { readonly settled: number; readonly undo?: () => Promise<Undone> }
  const apply = async (ids: readonly string[], remedy: JobRemedy): Promise<Settled> => {
    if (remedy === 'leave') return leaveJobs(ids, work)
    if (remedy === 'as-new' || remedy === 'by-sku') return change(ids, remedy)
    const request = { jobIds: [], choice: remedy }
    const settled = journal.write(() => ids.filter((id) => retryIfFits(id, request, work)).length)
    await journal.durable()
    return { settled }
  }

  const keep = (undo: () => Promise<Undone>): string => {
    const id = journal.newId('undo_')
    undos.set(id, undo)
    const [oldest] = undos.keys()
    if (undos.size > mostUndos && oldest !== undefined) undos.delete(oldest)
    return id
  }

  return {
    list: os.problems.list.handler(({ input }) => reader.read('problems.list', { ...input, connectionId: connectionId() })),
    settle: os.problems.settle.handler(async ({ input: { key, action, remedy } }) => {
      const { total, ids } = await reader.read('problems.fitting', { connectionId: connectionId(), key, action, remedy })
      if (total === 0) throw new AppError('unknown-id', { kind: 'problem-gone' }, { kept: 'nothing-changed' })
      const { settled, undo } = await apply(ids, remedy)
      scheduler.wake()
      return { settled, left: total - settled, undo: undo && settled > 0 ? keep(undo) : null }
    }),
    undo: os.problems.undo.handler(async ({ input }) => {
      const undo = undos.get(input.undo)
      if (!undo) throw new AppError('unknown-id', { kind: 'undo-gone' }, { kept: 'nothing-changed' })
      undos.delete(input.undo)
      try {
        return await undo()
      } catch (error) {
        // On a full disk nothing was undone, and it still can be.
        undos.set(input.undo, undo)
        throw error
      } finally {
        scheduler.wake()
      }
    }),
  }
}
