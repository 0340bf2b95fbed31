import { AppError } from '../../../shared/errors.ts'
import { seqOfEntry } from '../catalogue/catalogue-store.ts'
import { listedAsOf, nameEntry } from '../catalogue/name-entry.ts'
import { findEntry } from '../catalogue/page-entries.ts'
import { chooseImagesInPieces } from '../library/choose-image-ids.ts'
import { attach } from '../products/attach.ts'
import type { AttachTarget } from '../products/attach-target.ts'
import { replaceList } from '../products/replace-list.ts'
import { restoreTexts, sendTexts } from '../products/send-texts.ts'
import { settleLists } from '../products/settle-lists.ts'
import { findProduct, listProducts } from '../views/list-products.ts'
import { findListed, pageProducts } from '../views/page-products.ts'
import { pageUnsettled } from '../views/page-unsettled.ts'
import { previewTexts } from '../views/preview-texts.ts'
import { findJobsOfAction } from '../work/queue/find-jobs.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<
  HandlerContext,
  'catalogue' | 'connections' | 'images' | 'jobs' | 'journal' | 'ports' | 'products' | 'scheduler' | 'sources'
>

type Named = Parameters<Parameters<typeof os.products.attach.handler>[0]>[0]['input']['product']

/** A product as a list of products names it: our record, or an entry of the imported list. */
const toTarget = (named: Named, { journal, catalogue, connections }: Ports): AttachTarget => {
  if (named.kind !== 'ref') return named
  if (seqOfEntry(named.ref) === undefined) return { kind: 'record', ref: named.ref }
  const entry = findEntry(journal, catalogue.current(connections.active()?.id ?? null), named.ref)
  if (!entry) throw new AppError('usage', { kind: 'chosen-product-gone' }, { kept: 'nothing-queued' })
  const { productId } = entry
  return productId === null ? { kind: 'listed', listedAs: listedAsOf(entry), name: nameEntry(entry) } : { kind: 'id', productId }
}

/** Attaching pictures to products, and our ledger of each product's lists. */
export const createProductsHandlers = (context: Ports) => {
  const { catalogue, journal, jobs, images, products, sources, connections, scheduler, ports } = context
  const lists = { journal, jobs, products, sources, clock: ports.clock, connection: connections.get }
  return {
    attach: os.products.attach.handler(async ({ input }) => {
      const chosen = await chooseImagesInPieces(input.images, context)
      const request = { ...input, product: toTarget(input.product, context), images: chosen }
      const result = await attach(request, { ...lists, images, connection: connections.active, connected: connections.get })
      scheduler.wake()
      return { ...result, notes: [...result.notes] }
    }),
    replaceList: os.products.replaceList.handler(async ({ input }) => {
      const result = await replaceList(input, lists)
      scheduler.wake()
      return result
    }),
    previewTexts: os.products.previewTexts.handler(({ input }) =>
      previewTexts(
        input.texts.map(({ product, ...rest }) => ({ ...rest, target: () => toTarget(product, context) })),
        { ...lists, connection: connections.active() },
      ),
    ),
    sendTexts: os.products.sendTexts.handler(async ({ input }) => {
      const texts = input.texts.map(({ product, ...rest }) => ({ ...rest, product: toTarget(product, context) }))
      const result = await sendTexts(texts, input.unknown, { ...lists, connection: connections.active })
      scheduler.wake()
      return result
    }),
    restoreTexts: os.products.restoreTexts.handler(async ({ input }) => {
      const jobIds = 'jobIds' in input ? input.jobIds : findJobsOfAction(journal, 'set-text', input.action)
      const result = await restoreTexts(jobIds, { ...lists, connection: connections.active })
      scheduler.wake()
      return result
    }),
    unsettled: os.products.unsettled.handler(({ input }) => pageUnsettled(lists, connections.active()?.id ?? null, input)),
    settle: os.products.settle.handler(async ({ input }) => {
      const result = await settleLists(input.lists, lists)
      scheduler.wake()
      return result
    }),
    page: os.products.page.handler(({ input }) => pageProducts({ journal, catalogue }, connections.active()?.id ?? null, input)),
    find: os.products.find.handler(({ input }) => {
      const connectionId = connections.active()?.id ?? null
      const listed = input.by === 'ref' ? findListed({ journal, catalogue }, connectionId, input.ref) : null
      return listed ?? findProduct(lists, connectionId, input)
    }),
    list: os.products.list.handler(() => listProducts(lists, connections.active()?.id ?? null)),
  }
}
