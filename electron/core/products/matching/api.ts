import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { newestPicture } from '../../pictures/library/newest-picture.ts'
import { ownerAskedIn } from '../../workspaces/connections/asked-in.ts'
import { readSentTable } from '../catalogue/read-sent-table.ts'
import { applyFindings } from './apply-findings.ts'
import { findHidden } from './lists/kept-decisions.ts'
import { productsOfFolders } from './lists/products-of-folders.ts'
import { createMatchRules } from './match-rules.ts'
import type { NewMatch } from './match-store.ts'
import { movePictures, takeOutPictures } from './move-pictures.ts'
import { changeMatches, findToday, writeMatches } from './renew-match-keys.ts'

type Ports = Pick<
  HandlerContext,
  'journal' | 'connections' | 'matches' | 'ports' | 'catalogue' | 'checkPictures' | 'readCodes' | 'reader' | 'slowReader' | 'settings'
>

/** Pictures find their products by rules, and by a person's decisions. */
export const createMatchingHandlers = (context: Ports) => {
  const { journal, reader, slowReader, connections, matches, ports, catalogue, checkPictures, readCodes } = context
  const activeId = (): string | null => connections.active()?.id ?? null
  /** The workspace of a call, for what it writes later. */
  const asked = (): (() => string | null) => ownerAskedIn(connections)
  const rules = createMatchRules({
    journal,
    store: matches.rules,
    activeId,
    asked,
    readSent: (name, base64) => readSentTable(ports, name, base64),
  })

  return {
    rules: os.matching.rules.handler(() => rules.read()),
    setRules: os.matching.setRules.handler(({ input }) => rules.set(input.rules)),
    setMapping: os.matching.setMapping.handler(({ input }) => rules.setMapping(input.mapping)),
    preview: os.matching.preview.handler(({ input }) => slowReader.read('matching.preview', { ...input, connectionId: activeId() })),
    readBarcodes: os.matching.readBarcodes.handler(async ({ input }) => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      // A picture is read after its check.
      checkPictures()
      return readCodes(input.waitMs)
    }),
    summary: os.matching.summary.handler(() => reader.read('matching.summary', { connectionId: activeId() })),
    products: os.matching.products.handler(({ input }) => reader.read('matching.products', { ...input, connectionId: activeId() })),
    folders: os.matching.folders.handler(() => slowReader.read('matching.folders', undefined)),
    foldersOutline: os.matching.foldersOutline.handler(() => reader.read('matching.foldersOutline', undefined)),
    useFolders: os.matching.useFolders.handler(() =>
      changeMatches(
        context,
        asked(),
        () => slowReader.read('matching.folders', undefined),
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
          return { looked, found: await slowReader.read('matching.found', { connectionId, rules: input.rules, only: null }) }
        },
        ({ looked, found }, connectionId) => {
          matches.lookedAt.keep(connectionId ?? '', looked)
          return applyFindings(context, connectionId, found, ports.clock.now())
        },
      ),
    ),
    page: os.matching.page.handler(({ input }) =>
      reader.read('matching.page', { ...input, connectionId: activeId(), attribute: context.settings.get().attribute }),
    ),
    tray: os.matching.tray.handler(({ input }) => reader.read('matching.tray', { ...input, connectionId: activeId() })),
    move: os.matching.move.handler(({ input }) =>
      changeMatches(
        context,
        asked(),
        (connectionId) => findToday(slowReader, matches, connectionId, input.to),
        (found, connectionId) => {
          // One that has pictures is of today, also if a person changed it since.
          const to = matches.listOf(connectionId, input.to.key).length > 0 ? input.to : found
          const moving = { ...matches, findHidden: (imageIds: readonly string[]) => findHidden(journal, imageIds) }
          return movePictures(moving, connectionId, { ...input, to, at: ports.clock.now() })
        },
      ),
    ),
    notAProduct: os.matching.notAProduct.handler(({ input }) =>
      writeMatches(context, () => {
        const rows = [...new Set(input.imageIds)].map((imageId): NewMatch => ({ imageId, match: { state: 'not-a-product' } }))
        return matches.save(activeId(), 'not-a-product', rows, { at: ports.clock.now(), isOfRules: false })
      }),
    ),
    takeOut: os.matching.takeOut.handler(({ input }) =>
      writeMatches(context, () => takeOutPictures(matches, activeId(), { ...input, at: ports.clock.now() })),
    ),
    undo: os.matching.undo.handler(async ({ input }) => ({
      undone: await writeMatches(context, () => (input?.change === undefined ? matches.undo(activeId()) : matches.undoOnly(input.change))),
    })),
  }
}
