import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { resolveImageIds } from '../../pictures/library/choose-picture-ids.ts'
import { editProduct } from '../matching/edit-products.ts'
import { describeEdited, findEdited } from '../matching/find-edited.ts'
import { mergeProduct, previewMerge } from '../matching/merge-product.ts'
import { removeProduct, restoreProduct } from '../matching/remove-product.ts'
import { attach } from './attach.ts'
import { findProduct, listProducts } from './lists/list-products.ts'
import { findListed } from './lists/page-products.ts'
import { pageUnsettled } from './lists/page-unsettled.ts'
import { toTarget } from './name-product.ts'
import { replaceList } from './replace-list.ts'
import { settleLists } from './settle-lists.ts'

type Ports = Pick<
  HandlerContext,
  | 'catalogue'
  | 'connections'
  | 'images'
  | 'jobs'
  | 'journal'
  | 'matches'
  | 'operations'
  | 'ports'
  | 'products'
  | 'reader'
  | 'removedProducts'
  | 'scheduler'
  | 'sources'
>

/** Attaching pictures to products, and our ledger of each product's lists. */
export const createProductsHandlers = (context: Ports) => {
  const { catalogue, journal, jobs, images, products, sources, connections, reader, scheduler, ports } = context
  const lists = { journal, jobs, products, sources, clock: ports.clock, connection: connections.get }
  const activeId = (): string | null => connections.active()?.id ?? null
  const edits = { ...context, clock: ports.clock }
  /** Only the newest change: an older one may be what it builds on. */
  let last: { readonly id: string; readonly undo: () => void } | undefined
  const change = async <Done extends { readonly undo: () => void }>(act: () => Done): Promise<Omit<Done, 'undo'> & { undo: string }> => {
    const { undo, ...done } = journal.write(act)
    await journal.durable()
    last = { id: journal.newId('undo_'), undo }
    scheduler.wake()
    return { ...done, undo: last.id }
  }
  return {
    edited: os.products.edited.handler(({ input }) => {
      const found = findEdited(edits, activeId(), input.ref)
      return found ? describeEdited(edits, found, activeId()) : null
    }),
    edit: os.products.edit.handler(({ input }) => change(() => editProduct(edits, activeId(), input.ref, input.fields))),
    mergePreview: os.products.mergePreview.handler(({ input }) => previewMerge(edits, activeId(), input.ref, input.other)),
    merge: os.products.merge.handler(({ input }) => change(() => mergeProduct(edits, activeId(), input.ref, input.other))),
    remove: os.products.remove.handler(({ input }) =>
      change(() => {
        const { cancelled, id } = removeProduct(edits, activeId(), input.ref)
        return { cancelled, undo: () => void restoreProduct(edits, id) }
      }),
    ),
    undoEdit: os.products.undoEdit.handler(async ({ input }) => {
      if (last?.id !== input.undo) throw new AppError('unknown-id', { kind: 'undo-gone' }, { kept: 'nothing-changed' })
      const undoing = last
      last = undefined
      try {
        journal.write(undoing.undo)
        await journal.durable()
      } catch (error) {
        // On a full disk nothing was undone, and it still can be.
        last ??= undoing
        throw error
      }
      scheduler.wake()
    }),
    attach: os.products.attach.handler(async ({ input }) => {
      const connection = connections.active
      const request = () => ({
        ...input,
        product: toTarget(input.product, { ...context, connection }),
        imageIds: resolveImageIds(input.images, context),
      })
      const result = await attach(request, { ...lists, images, connection })
      scheduler.wake()
      return { ...result, notes: [...result.notes] }
    }),
    replaceList: os.products.replaceList.handler(async ({ input }) => {
      const result = await replaceList(input, { ...lists, connected: connections.get })
      scheduler.wake()
      return result
    }),
    unsettled: os.products.unsettled.handler(({ input }) => pageUnsettled(lists, connections.active()?.id ?? null, input)),
    settle: os.products.settle.handler(async ({ input }) => {
      const result = await settleLists(input.lists, lists)
      scheduler.wake()
      return result
    }),
    page: os.products.page.handler(({ input }) => reader.read('products.page', { ...input, connectionId: activeId() })),
    similar: os.products.similar.handler(({ input }) => reader.read('products.similar', { ...input, connectionId: activeId() })),
    find: os.products.find.handler(({ input }) => {
      const connectionId = connections.active()?.id ?? null
      const listed = input.by === 'ref' ? findListed({ journal, catalogue }, connectionId, input.ref) : null
      return listed ?? findProduct(lists, connectionId, input)
    }),
    list: os.products.list.handler(() => listProducts(lists, connections.active()?.id ?? null)),
  }
}
