import { AppError } from '../../../shared/errors.ts'
import type { NewMatch } from '../matches/match-store.ts'
import { movePictures } from '../matches/move-pictures.ts'
import { pageMatches, pageTray } from '../views/page-matches.ts'
import { type MatchedLibrary, matchLibrary, previewMatches, proposeFromFolders } from '../views/preview-matches.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

/** What is kept of what rules found. */
const toRows = ({ matches, products }: MatchedLibrary): NewMatch[] =>
  matches.map((one): NewMatch => {
    const imageId = one.pictureId
    if (one.kind === 'unmatched') return { imageId, match: null }
    if (one.kind === 'question') return { imageId, match: { state: 'question', question: one.question, candidates: one.candidates } }
    const product = products.get(one.productKey)
    return { imageId, match: product ? { state: 'matched', product, place: one.place, by: 'rule', why: one.why } : null }
  })

/** Pictures find their products by rules, and by a person's decisions. */
export const createMatchingHandlers = ({
  journal,
  connections,
  matches,
  ports,
  checkPictures,
  readCodes,
}: Pick<HandlerContext, 'journal' | 'connections' | 'matches' | 'ports' | 'checkPictures' | 'readCodes'>) => {
  const activeId = (): string | null => connections.active()?.id ?? null
  return {
    preview: os.matching.preview.handler(({ input }) => previewMatches(journal, activeId(), input)),
    readBarcodes: os.matching.readBarcodes.handler(async ({ input }) => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      // A picture is read after its check.
      checkPictures()
      return { left: await readCodes(input.waitMs) }
    }),
    folders: os.matching.folders.handler(() => proposeFromFolders(journal)),
    apply: os.matching.apply.handler(({ input }) =>
      matches.inTurn(async ({ save }) => {
        for (;;) {
          const connectionId = activeId()
          const found = await matchLibrary(journal, connectionId, input.rules)
          // Another workspace has other products.
          if (activeId() !== connectionId) continue
          return { changed: await save(connectionId, 'apply', toRows(found), { at: ports.clock.now(), isOfRules: true }) }
        }
      }),
    ),
    page: os.matching.page.handler(({ input }) => pageMatches(journal, activeId(), input)),
    tray: os.matching.tray.handler(({ input }) => pageTray(journal, activeId(), input)),
    move: os.matching.move.handler(({ input }) =>
      matches.inTurn(async ({ save }) => ({
        changed: await movePictures({ listOf: matches.listOf, save }, activeId(), { ...input, at: ports.clock.now() }),
      })),
    ),
    notAProduct: os.matching.notAProduct.handler(({ input }) => {
      const rows = [...new Set(input.imageIds)].map((imageId): NewMatch => ({ imageId, match: { state: 'not-a-product' } }))
      return matches.inTurn(async ({ save }) => ({
        changed: await save(activeId(), 'not-a-product', rows, { at: ports.clock.now(), isOfRules: false }),
      }))
    }),
    undo: os.matching.undo.handler(async () => ({ undone: await matches.undo(activeId) })),
  }
}
