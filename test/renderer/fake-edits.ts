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
  remove: os.remove.handler(() => ({ cancelled: 3, undo: 'undo_1' })),
  undoEdit: os.undoEdit.handler(() => {}),
})
