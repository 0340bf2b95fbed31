import type { CatalogueEntry } from '../../../../shared/products/catalogue.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { countListedIds } from '../ledger/lists/listed-ids.ts'
import { entryRef } from './catalogue-store.ts'
import { chooseColumns } from './choose-columns.ts'
import { forgetIds } from './forget-ids.ts'
import { findEntry, findEntryById, pageSaid, pageVariants } from './page-entries.ts'
import { setTargets } from './set-targets.ts'

type Ports = Pick<
  HandlerContext,
  'catalogue' | 'connections' | 'journal' | 'matches' | 'openedLists' | 'products' | 'reader' | 'slowReader'
>

/** The product list of the active workspace. */
export const createCatalogueHandlers = (context: Ports) => {
  const { catalogue, connections, journal, openedLists, products } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const current = () => catalogue.current(connectionId())
  /** A product of our record may be known to the list by its id, or by what it was created for. */
  const findEntryOfRecord = (ref: string): CatalogueEntry | null => {
    const list = current()
    const productId = products.get(ref)?.productId ?? null
    const listedAs = products.listedAs(ref)
    if (!list) return null
    const byId = productId === null ? null : catalogue.seqById(list.import, productId)
    const seq = byId ?? (listedAs === null ? null : catalogue.findListedAs(list.import, listedAs))
    return seq === null ? null : findEntry(journal, list, entryRef(seq))
  }
  const findByRef = (ref: string): CatalogueEntry | null => findEntry(journal, current(), ref) ?? findEntryOfRecord(ref)
  const forget = (find: () => number | undefined): Promise<number> => forgetIds(find, context)
  return {
    opened: os.catalogue.opened.handler(() => openedLists.view()),
    paste: os.catalogue.paste.handler(async ({ input }) => ({ id: await openedLists.fromText(input.text) })),
    import: os.catalogue.import.handler(async ({ input }) => {
      const result = await openedLists.import(input.id, input.columns, input.targets)
      if (input.forgetIds && input.columns.productId === undefined) await forget(() => result.import)
      return result
    }),
    readAs: os.catalogue.readAs.handler(({ input }) => openedLists.readAs(input.id, input.reading)),
    close: os.catalogue.close.handler(({ input }) => openedLists.close(input.id)),
    importFile: os.catalogue.importFile.handler(async ({ input }) => {
      const { path, columns, dryRun, reading, targets } = input
      let headers: string[] = []
      const choose: Parameters<typeof openedLists.importFile>[1] = (preview) => {
        headers = preview.headers
        return chooseColumns(headers, preview.columns, columns)
      }
      const { result, head, said } = await openedLists.importFile(path, choose, reading, { isDry: dryRun, targets })
      if (input.forgetIds && !dryRun && result.columns.productId === undefined) await forget(() => result.import)
      const { form, shape, headerRow } = head
      return { result, form, shape, headers, headerRow, said: [...said] }
    }),
    ids: os.catalogue.ids.handler(() => countListedIds(journal, current())),
    forgetIds: os.catalogue.forgetIds.handler(async () => ({ forgotten: await forget(() => current()?.import) })),
    setTargets: os.catalogue.setTargets.handler(({ input }) => setTargets(context, connectionId, input)),
    summary: os.catalogue.summary.handler(() => current() ?? null),
    page: os.catalogue.page.handler(({ input }) =>
      context.reader.read('catalogue.page', { ...input, connectionId: connections.active()?.id ?? null }),
    ),
    find: os.catalogue.find.handler(({ input }) =>
      'ref' in input ? findByRef(input.ref) : findEntryById(journal, current(), input.productId),
    ),
    variants: os.catalogue.variants.handler(({ input }) => pageVariants(journal, findByRef(input.ref), input)),
    said: os.catalogue.said.handler(({ input }) => pageSaid(journal, input.import, input)),
    forgetMissing: os.catalogue.forgetMissing.handler(({ input }) => openedLists.forgetMissing(input.import)),
  }
}
