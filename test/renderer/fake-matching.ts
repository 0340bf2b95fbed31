import { implementer } from '../../electron/core/implementer.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { LibraryRow } from '../../shared/pictures/library.ts'
import {
  defaultMatchRules,
  type KeptTray,
  type MatchedProductRow,
  type MatchPreview,
  type RememberedRules,
} from '../../shared/products/matching.ts'
import type { Scene } from './fake-core.ts'
import { searchFake } from './fake-search.ts'

const os = implementer.matching

const products: readonly MatchedProductRow[] = Array.from({ length: 40 }, (_, at) => ({
  key: `sku:sku${1000 + at}`,
  productId: at % 3 === 0 ? `prd_${800 + at}` : null,
  sku: `SKU-${1000 + at}`,
  gtin: at % 4 === 0 ? '4006381333931' : null,
  name: at % 5 === 0 ? 'Glass bottle with a very long name, amber, one litre, with a swing top and a cork' : `Glass bottle ${at}`,
  handle: null,
}))

const perProduct = 4
const inTray = 40

const trayRow = (row: LibraryRow, at: number): KeptTray['rows'][number] => {
  const [one, other] = [products[at % 40], products[(at + 1) % 40]]
  const { id: imageId, name, folder } = row
  const standing = { isLookedAt: at !== 8, attached: at === 9 ? { product: 'Glass bottle 1', isDone: true } : null }
  const suggestions = other && (at === 3 || at === 6) ? [{ productKey: other.key, product: other, field: 'name' as const, text: '' }] : []
  if (at >= 6 || !one || !other)
    return { imageId, name, folder, question: null, candidates: [], suggestions, isTakenOut: at === 7, ...standing }
  const candidate = (product: MatchedProductRow, by: 'folder' | 'sku') => ({
    productKey: product.key,
    product,
    why: { by, field: 'sku', text: product.sku ?? '' } as const,
  })
  const questions = ['different-texts', 'runs-on', 'number-split'] as const
  const candidates = at % 2 === 0 ? [candidate(one, 'folder'), candidate(other, 'sku')] : [candidate(one, 'sku')]
  return { imageId, name, folder, question: questions[at % 3] ?? 'runs-on', candidates, suggestions, isTakenOut: false, ...standing }
}

/** Pictures in products, and some without; changes are only announced. */
export const createFakeMatching = (scene: Scene, pictures: () => readonly LibraryRow[], announce: () => void) => {
  const hasProducts = scene !== 'no-products' && pictures().length > 0
  let remembered: RememberedRules = {
    rules: [
      { rule: { by: 'pattern', pattern: '{folder}/{sku}_{position}' }, isUsed: true },
      ...defaultMatchRules.map(({ by }) => ({ rule: { by } as { by: 'sku' }, isUsed: by !== 'handle' })),
    ],
    mapping: null,
  }
  const matched = () => (hasProducts ? pictures().slice(inTray) : [])
  const tray = () => pictures().slice(0, hasProducts ? inTray : undefined)
  const keptAt = (at: number) =>
    matched()
      .slice(at * perProduct, (at + 1) * perProduct)
      .map(({ id, name, folder }, place) => ({
        imageId: id,
        name,
        folder,
        isNotFirst: false,
        products: place === 1 ? 3 : 1,
        by: place === 2 ? ('person' as const) : ('rule' as const),
        why: place === 2 ? null : { by: place === 0 ? ('folder' as const) : ('sku' as const), field: 'sku' as const, text: 'SKU-1000' },
      }))
  const preview = (): MatchPreview => ({
    pictures: pictures().length,
    decided: 1,
    matched: matched().length,
    inSeveral: 0,
    questions: 6,
    unmatched: inTray - 6,
    knownProducts: products.length,
    matchedProducts: 40,
    unknownInMapping: { total: 0, first: [] },
    barcodes: { left: 12, unreadable: 0, needsList: false },
    rows: matched()
      .slice(0, 30)
      .map(({ id, name, folder }, at) => ({
        imageId: id,
        name,
        folder,
        match: {
          kind: 'matched' as const,
          pictureId: id,
          products: [
            {
              productKey: products[Math.floor(at / perProduct)]?.key ?? '',
              place: (at % perProduct) + 1,
              why: { by: 'sku' as const, field: 'sku' as const, text: 'SKU-1000' },
            },
          ],
        },
        suggestions: [],
      })),
    products: [...products],
  })
  const changed = (count: number) => {
    announce()
    return { changed: count, change: 1 }
  }
  return {
    preview: os.preview.handler(({ input }) => {
      const [rule] = input.rules ?? []
      if (rule?.by === 'pattern' && !rule.pattern.includes('{sku}'))
        throw new AppError('usage', { kind: 'pattern-refused', pattern: rule.pattern, problem: { kind: 'pattern-names-no-product' } })
      return preview()
    }),
    readBarcodes: os.readBarcodes.handler(() => ({ left: 0, unchecked: 0 })),
    rules: os.rules.handler(() => remembered),
    setRules: os.setRules.handler(({ input }) => {
      remembered = { ...remembered, rules: input.rules }
      return remembered
    }),
    setMapping: os.setMapping.handler(() => remembered),
    summary: os.summary.handler(() => ({
      pictures: pictures().length,
      matched: matched().length,
      inSeveral: 0,
      products: Math.ceil(matched().length / perProduct),
      open: tray().length,
      questions: hasProducts ? 6 : 0,
      notAProduct: 3,
      hasProducts,
      barcodesLeft: hasProducts ? 12 : 0,
      last: hasProducts ? { change: 1, kind: 'move' as const, pictures: 3, product: 'Glass bottle 1', products: null } : null,
    })),
    products: os.products.handler(({ input }) =>
      searchFake(products, input.text, (one) => one)
        .slice(0, input.limit)
        .map(({ one: product, found }, at) => ({ product, pictures: at % 3 === 0 ? 0 : perProduct, coverId: null, ...found })),
    ),
    foldersOutline: os.foldersOutline.handler(() => ({
      folders: 60,
      pictures: pictures().length,
      names: Array.from({ length: 12 }, (_, at) => `SKU-${1001 + at}`),
    })),
    useFolders: os.useFolders.handler(() => ({ products: 60, pictures: pictures().length, change: 1 })),
    folders: os.folders.handler(() => []),
    apply: os.apply.handler(() => ({ ...changed(matched().length), left: 0 })),
    page: os.page.handler(({ input }) => {
      const count = Math.ceil(matched().length / perProduct)
      const rows = products.slice(0, count).flatMap((product, at) => {
        if (!`${product.name} ${product.sku}`.toLowerCase().includes(input.text.toLowerCase())) return []
        const kept = keptAt(at)
        return [{ product, total: kept.length, attached: at === 1 ? kept.length : at === 2 ? 1 : 0, pictures: kept }]
      })
      return { total: rows.length, pictures: matched().length, rows: rows.slice(input.offset, input.offset + input.limit) }
    }),
    tray: os.tray.handler(({ input }) => {
      const rows = input.kind === 'open' ? tray().map(trayRow) : []
      return { total: rows.length, questions: hasProducts ? 6 : 0, rows: rows.slice(input.offset, input.offset + input.limit) }
    }),
    move: os.move.handler(({ input }) => changed(input.imageIds.length)),
    notAProduct: os.notAProduct.handler(({ input }) => changed(input.imageIds.length)),
    takeOut: os.takeOut.handler(({ input }) => changed(input.imageIds.length)),
    undo: os.undo.handler(() => ({ undone: { change: 1, kind: 'move' as const, pictures: 3, product: 'Glass bottle 1', products: null } })),
  }
}
