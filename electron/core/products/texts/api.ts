import type { TextsToSend } from '../../../../shared/products/product-texts.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { aimTexts } from '../../answers/sheet/lists/aim-texts.ts'
import { createSheetLists } from '../../answers/sheet/lists/sheet-lists.ts'
import type { TextsOfCells } from '../../answers/sheet/lists/texts-of-cells.ts'
import { sheetAsk } from '../../answers/sheet/sheet-reader.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { createFindAboutEarlier } from '../../pictures/library/lists/about-earlier.ts'
import { readLibraryVersion } from '../../pictures/library/lists/library-version.ts'
import { findJobsOfAction } from '../../queue/find-jobs.ts'
import { askedIn } from '../../workspaces/connections/asked-in.ts'
import { toTarget } from '../ledger/name-product.ts'
import { createKeptTextPlan } from './lists/kept-text-plan.ts'
import { previewTexts, type TextAsked } from './lists/preview-texts.ts'
import { readTextAttributes } from './lists/text-attributes.ts'
import { restoreTexts, sendTexts } from './send-texts.ts'

type Ports = Pick<
  HandlerContext,
  'catalogue' | 'connections' | 'images' | 'jobs' | 'journal' | 'keptSelections' | 'ports' | 'products' | 'reader' | 'scheduler' | 'sources'
>

/** Texts for attributes of products. */
export const createTextsHandlers = (context: Ports) => {
  const { connections, journal, scheduler, ports, reader } = context
  /** What is read of the sheet, for this workspace. */
  const cellsAsked = ({ columns, onlyApproved, view }: Extract<TextsToSend, { kind: 'cells' }>, owner: string | null) => {
    const ask = view && sheetAsk(context, view, owner)
    return { ask, owner, columns, onlyApproved }
  }
  const readCells = async (what: TextsToSend, owner: string | null): Promise<TextsOfCells | null> =>
    what.kind === 'cells' ? reader.read('sheet.texts', cellsAsked(what, owner)) : null
  /** As they are in this turn. */
  const readCellsNow = (what: TextsToSend, owner: string | null): TextsOfCells | null =>
    what.kind === 'cells' ? createSheetLists(journal, createFindAboutEarlier(context))['sheet.texts'](cellsAsked(what, owner)) : null

  /** Texts with where they go; `cells`: what was read of the sheet, if they are from there. */
  const aim = (what: TextsToSend, cells: TextsOfCells | null, connection: () => Connection | null): TextsOfCells<TextAsked> => {
    if (what.kind === 'cells') {
      const { asked = [], empty = 0, onlyOthers = 0 } = cells ?? {}
      return { asked: aimTexts({ ...context, connectionId: connection()?.id ?? null }, asked), empty, onlyOthers }
    }
    const asked = what.texts.map(({ product, ...rest }) => ({
      ...rest,
      key: JSON.stringify(product),
      name: null,
      target: () => toTarget(product, { ...context, connection }),
      picture: null,
      differing: 0,
    }))
    return { asked, empty: 0, onlyOthers: 0 }
  }
  const planOf = createKeptTextPlan({ journal, clock: ports.clock }, async (connectionId, what) => {
    const connection = askedIn(connections, connectionId)
    const { asked, ...counts } = aim(what, await readCells(what, connectionId), connection)
    return { ...(await previewTexts(asked, { ...context, connection: connection() })), ...counts }
  })
  return {
    preview: os.texts.preview.handler(async ({ input }) => {
      const plan = await planOf(askedIn(connections, input.workspace)()?.id ?? null, input.what)
      return { ...plan, rows: plan.rows.slice(input.offset, input.offset + input.limit) }
    }),
    attributes: os.texts.attributes.handler(({ input }) =>
      readTextAttributes(journal, askedIn(connections, input.workspace)()?.id ?? null),
    ),
    send: os.texts.send.handler(async ({ input }) => {
      const connection = askedIn(connections, input.workspace)
      const { what } = input
      const owner = (): string | null => connection()?.id ?? null
      const seen = readLibraryVersion(journal)
      const cells = await readCells(what, owner())
      // What changed while the sheet was read counts.
      const texts = () => aim(what, readLibraryVersion(journal) === seen ? cells : readCellsNow(what, owner()), connection).asked
      const result = await sendTexts(texts, input.unknown, { ...context, clock: ports.clock, connection })
      scheduler.wake()
      return result
    }),
    restore: os.texts.restore.handler(async ({ input }) => {
      const jobIds = 'jobIds' in input ? input.jobIds : findJobsOfAction(journal, 'set-text', input.action)
      const result = await restoreTexts(jobIds, { ...context, clock: ports.clock })
      scheduler.wake()
      return result
    }),
  }
}
