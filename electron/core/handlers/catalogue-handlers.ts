import { chooseColumns } from '../catalogue/choose-columns.ts'
import { findEntry, findEntryById, pageEntries, pageSaid } from '../catalogue/page-entries.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'catalogue' | 'connections' | 'journal' | 'openedLists'>

/** The product list of the active workspace. */
export const createCatalogueHandlers = ({ catalogue, connections, journal, openedLists }: Ports) => {
  const connectionId = (): string | null => connections.active()?.id ?? null
  const current = () => catalogue.current(connectionId())
  return {
    opened: os.catalogue.opened.handler(() => openedLists.view()),
    paste: os.catalogue.paste.handler(async ({ input }) => ({ id: await openedLists.fromText(input.text) })),
    import: os.catalogue.import.handler(({ input }) => openedLists.import(input.id, input.columns)),
    close: os.catalogue.close.handler(({ input }) => openedLists.close(input.id)),
    importFile: os.catalogue.importFile.handler(async ({ input }) => {
      const { path, columns, dryRun } = input
      let headers: string[] = []
      const choose: Parameters<typeof openedLists.importFile>[1] = (preview) => {
        headers = preview.headers
        return chooseColumns(headers, preview.columns, columns)
      }
      const { result, form, said } = await openedLists.importFile(path, choose, dryRun)
      return { result, form, headers, said: [...said] }
    }),
    summary: os.catalogue.summary.handler(() => current() ?? null),
    page: os.catalogue.page.handler(({ input }) => pageEntries(journal, current(), input)),
    find: os.catalogue.find.handler(({ input }) =>
      'ref' in input ? findEntry(journal, current(), input.ref) : findEntryById(journal, current(), input.productId),
    ),
    said: os.catalogue.said.handler(({ input }) => pageSaid(journal, input.import, input)),
    forgetMissing: os.catalogue.forgetMissing.handler(({ input }) => openedLists.forgetMissing(input.import)),
  }
}
