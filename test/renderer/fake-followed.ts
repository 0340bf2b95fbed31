import { implementer } from '../../electron/core/implementer.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { ImportResult } from '../../shared/products/catalogue.ts'
import type { FollowedList, WaitingVersion } from '../../shared/watching/followed-lists.ts'

const os = implementer.followedLists

const waiting: WaitingVersion = {
  version: 'a1',
  foundAt: Date.now() - 600_000,
  against: 1,
  changes: {
    ...{ rows: 1_204, added: 12, changed: 31, unchanged: 1_155, missing: 3, missingVariants: 0, refused: 2, kept: 0 },
    examples: {
      added: Array.from({ length: 12 }, (_, at) => `Linen shirt, sand, size ${at + 34} (SKU-2${at}0)`),
      changed: Array.from({ length: 20 }, (_, at) => ({
        called: `Linen shirt ${at} (SKU-1${at}0)`,
        changes: [
          ['name', `Linen shirt ${at}`, `Linen shirt, regular ${at}`],
          ['+Price', '49.00', at % 2 === 0 ? '45.00' : null],
        ],
      })),
      missing: ['Wool scarf (SKU-900)', 'Wool hat (SKU-901)', 'Wool gloves (SKU-902)'],
      refused: [{ row: 17, isIn: false, about: { kind: 'number-shortened', role: 'gtin', value: '4.00638E+12' } }],
    },
    matched: { missing: 9, changed: 84 },
  },
}

const list: FollowedList = {
  ...{ id: 'fol_1', kind: 'file', name: 'products.csv', place: '/home/mira/Exports/products.csv', rhythm: 'changes', accepts: false },
  ...{ checkedAt: Date.now() - 180_000, problem: null, waiting },
}

const result: ImportResult = {
  ...{ import: 2, name: 'products.csv', columns: { sku: 0, name: 1 }, merged: [], damage: [] },
  ...{ rows: 1_204, added: 12, changed: 31, unchanged: 1_155, missing: 3, refused: 2, kept: 0, noted: 0, missingVariants: 0 },
  ...{
    tree: { products: 1_202, sold: 1_202, variants: 0, examples: { product: [], variant: [] }, proposed: 'product' },
    productIs: 'product',
    sharedPictures: 'each',
  },
  sum: { rows: 1_205, headers: 1, empty: 0, products: 1_202, variants: 0, pictures: 0, views: 0, refused: 2 },
}

/** The followed list in memory. `isFollowed`: with a version that waits. */
export const createFakeFollowed = (isFollowed: boolean, announce: () => void) => {
  let now: FollowedList | null = isFollowed ? list : null
  const put = (next: FollowedList): FollowedList => {
    now = next
    announce()
    return next
  }
  const current = (): FollowedList => {
    if (!now) throw new AppError('unknown-id', { kind: 'followed-unknown' })
    return now
  }
  return {
    get: os.get.handler(() => now),
    open: os.open.handler(() => ({ id: 'list_1' })),
    follow: os.follow.handler(({ input }) => ({ list: put({ ...list, waiting: null, rhythm: input.rhythm }), result: null })),
    unfollow: os.unfollow.handler(() => {
      now = null
      announce()
    }),
    change: os.change.handler(({ input }) => put({ ...current(), ...input })),
    check: os.check.handler(() => put({ ...current(), checkedAt: Date.now() })),
    accept: os.accept.handler(() => ({ list: put({ ...current(), waiting: null }), result })),
    leave: os.leave.handler(() => put({ ...current(), waiting: null })),
  }
}

const day = 86_400_000
const shop = { by: 'list', name: 'shopify-export.csv', at: Date.now() - 30 * day } as const

/** A product of a list with values from several places. */
export const fakeListed = {
  summary: implementer.catalogue.summary.handler(() => ({
    ...{ import: 2, name: 'products.csv', importedAt: Date.now() - day, products: 402, missing: 3, refused: 0, noted: 0 },
    ...{ productIs: 'product' as const, sharedPictures: 'each' as const, parents: 0, variants: 0 },
  })),
  find: implementer.catalogue.find.handler(() => ({
    ...{ ref: 'entry_1', productId: 'prd_81f2', sku: 'SKU-12', gtin: '04006381333931', name: 'Glass bottle', handle: 'glass-bottle' },
    ...{ shows: null, showsAt: null, missingSince: null, kind: 'single' as const, options: [] },
    further: [['Price', '12.00'] as [string, string], ['Color', 'Green'] as [string, string]],
    origins: { gtin: shop, handle: shop, name: { by: 'person' as const, at: Date.now() - 2 * day } },
  })),
}
