import { AppError } from '../../../../shared/base/errors.ts'
import { createSuggestions } from '../../answers/questions/lists/suggest-by-answers.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { newestPicture } from '../../pictures/library/newest-picture.ts'
import { ownerAskedIn } from '../../workspaces/connections/asked-in.ts'
import { readSentTable } from '../catalogue/read-sent-table.ts'
import { countAttached } from '../ledger/lists/count-attached.ts'
import { applyFindings } from './apply-findings.ts'
import { findHidden } from './lists/kept-decisions.ts'
import { summariseMatches } from './lists/match-summary.ts'
import { createMatchedLibrary } from './lists/matched-library.ts'
import { pageMatches, pageTray } from './lists/page-matches.ts'
import { previewMatches } from './lists/preview-matches.ts'
import { outlineFolders, productsOfFolders, proposeFromFolders } from './lists/products-of-folders.ts'
import { createMatchRules } from './match-rules.ts'
import type { KeptMatch, MatchChangeKind, NewMatch, SavedMatches } from './match-store.ts'
import { movePictures } from './move-pictures.ts'
import { changeMatches, findToday, writeMatches } from './renew-match-keys.ts'

type Ports = Pick<
  HandlerContext,
  | 'journal'
  | 'connections'
  | 'matches'
  | 'ports'
  | 'catalogue'
  | 'checkPictures'
  | 'readCodes'
  | 'jobs'
  | 'products'
  | 'reader'
  | 'settings'
  | 'sources'
>

/** Pictures find their products by rules, and by a person's decisions. */
export const createMatchingHandlers = (context: Ports) => {
  const { journal, connections, matches, ports, catalogue, checkPictures, readCodes } = context
  const activeId = (): string | null => connections.active()?.id ?? null
  /** The workspace of a call, for what it writes later. */
  const asked = (): (() => string | null) => ownerAskedIn(connections)
  /** Where pictures were attached last. */
  const attribute = (): string => context.settings.get().attribute
  const rules = createMatchRules({
    journal,
    store: matches.rules,
    activeId,
    asked,
    readSent: (name, base64) => readSentTable(ports, name, base64),
  })
  const matchOnce = createMatchedLibrary({ journal, timers: ports.timers, usedRules: rules.used })

  const suggestions = createSuggestions({ journal, timers: ports.timers })

  /** The same decision about each of these. */
  const decide = (kind: MatchChangeKind, match: KeptMatch, imageIds: readonly string[]): Promise<SavedMatches> => {
    const rows = [...new Set(imageIds)].map((imageId): NewMatch => ({ imageId, match }))
    return writeMatches(context, () => matches.save(activeId(), kind, rows, { at: ports.clock.now(), isOfRules: false }))
  }

  return {
    rules: os.matching.rules.handler(() => rules.read()),
    setRules: os.matching.setRules.handler(({ input }) => rules.set(input.rules)),
    setMapping: os.matching.setMapping.handler(({ input }) => rules.setMapping(input.mapping)),
    preview: os.matching.preview.handler(async ({ input }) => {
      const connectionId = activeId()
      const found = await matchOnce(connectionId, input.rules)
      return suggestions.addToPreview(connectionId, previewMatches(found, { ...input, needsList: !catalogue.hasNumbers(connectionId) }))
    }),
    readBarcodes: os.matching.readBarcodes.handler(async ({ input }) => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      // A picture is read after its check.
      checkPictures()
      return readCodes(input.waitMs)
    }),
    summary: os.matching.summary.handler(() => summariseMatches(context, activeId())),
    products: os.matching.products.handler(({ input }) => context.reader.read('matching.products', { ...input, connectionId: activeId() })),
    folders: os.matching.folders.handler(() => proposeFromFolders(journal)),
    foldersOutline: os.matching.foldersOutline.handler(() => outlineFolders(journal)),
    useFolders: os.matching.useFolders.handler(() =>
      changeMatches(
        context,
        asked(),
        () => proposeFromFolders(journal),
        (proposed, connectionId) => {
          const { rows, products } = productsOfFolders(journal, connectionId, matches, proposed)
          const how = { at: ports.clock.now(), isOfRules: false, facts: { pictures: rows.length, products } }
          const { changed, change } = matches.save(connectionId, 'folders', rows, how)
          return { products, pictures: changed, change }
        },
      ),
    ),
    apply: os.matching.apply.handler(({ input }) =>
      changeMatches(
        context,
        asked(),
        async (connectionId) => {
          const looked = { pictures: newestPicture(journal), list: catalogue.current(connectionId)?.import ?? null }
          return { looked, found: await matchOnce(connectionId, input.rules) }
        },
        ({ looked, found }, connectionId) => {
          matches.lookedAt.keep(connectionId ?? '', looked)
          return applyFindings(context, connectionId, found, ports.clock.now())
        },
      ),
    ),
    page: os.matching.page.handler(async ({ input }) => {
      const connectionId = activeId()
      const page = await pageMatches(journal, connectionId, input)
      return { ...page, rows: await countAttached(context, connectionId, attribute(), page.rows) }
    }),
    tray: os.matching.tray.handler(({ input }) => {
      const connectionId = activeId()
      const list = catalogue.current(connectionId)?.import ?? null
      const tray = pageTray(journal, connectionId, { ...input, looked: matches.lookedAt.read(connectionId ?? ''), list })
      return input.kind === 'open' ? suggestions.addToTray(connectionId, tray) : tray
    }),
    move: os.matching.move.handler(({ input }) =>
      changeMatches(
        context,
        asked(),
        (connectionId) => findToday(journal, matches, connectionId, input.to),
        (found, connectionId) => {
          // One that has pictures is of today, also if a person changed it since.
          const to = matches.listOf(connectionId, input.to.key).length > 0 ? input.to : found
          const moving = { ...matches, findHidden: (imageIds: readonly string[]) => findHidden(journal, imageIds) }
          return movePictures(moving, connectionId, { ...input, to, at: ports.clock.now() })
        },
      ),
    ),
    notAProduct: os.matching.notAProduct.handler(({ input }) => decide('not-a-product', { state: 'not-a-product' }, input.imageIds)),
    takeOut: os.matching.takeOut.handler(({ input }) => decide('take-out', { state: 'taken-out' }, input.imageIds)),
    undo: os.matching.undo.handler(async ({ input }) => ({
      undone: await writeMatches(context, () => (input?.change === undefined ? matches.undo(activeId()) : matches.undoOnly(input.change))),
    })),
  }
}
