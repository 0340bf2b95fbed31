import { implementer } from '../../electron/core/implementer.ts'
import type { Product } from '../../shared/products/products.ts'

const os = implementer.products

/** Products can be opened to be changed; nothing changes. */
export const createFakeEdits = (products: readonly Product[]) => ({
  edited: os.edited.handler(({ input }) => {
    const found = products.find(({ ref }) => ref === input.ref)
    if (!found) return null
    return {
      fields: { name: found.name, sku: 'SKU-100', gtin: '04006381333931', productId: found.productId },
      isListed: true,
      creation: found.productId === null ? ('waiting' as const) : ('none' as const),
      attachments: 2,
      texts: 1,
      isBusy: false,
      matched: 4,
      attached: 3,
    }
  }),
  edit: os.edit.handler(({ input }) => ({ ref: input.ref, undo: 'undo_1' })),
  mergePreview: os.mergePreview.handler(() => {
    const product = (name: string, sku: string, productId: string | null, waits: number) => ({
      fields: { name, sku, gtin: null, productId },
      ...{ isListed: true, creation: 'none' as const, attachments: waits, texts: 0, isBusy: false, matched: waits, attached: 2 },
    })
    return {
      from: product('Bottle, glass', 'SKU-12-OLD', 'prd_old', 3),
      into: product('Glass bottles, autumn', 'SKU-12', 'prd_81f2', 0),
      differences: [
        { field: 'sku', mine: 'SKU-12', theirs: 'SKU-12-OLD' },
        { field: '+Price', mine: '12.00', theirs: '11.00' },
      ],
      isBusy: false,
    }
  }),
  merge: os.merge.handler(({ input }) => ({ ref: input.other, undo: 'undo_1' })),
  remove: os.remove.handler(() => ({ cancelled: 3, undo: 'undo_1' })),
  undoEdit: os.undoEdit.handler(() => {}),
})
