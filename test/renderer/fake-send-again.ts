import { implementer } from '../../electron/core/implementer.ts'
import type { ChosenImages } from '../../shared/pictures/pictures.ts'
import type { SendAgainPreview } from '../../shared/products/send-again.ts'

const os = implementer.sendAgain

/** Each of these pictures would be sent as another file now, and is in two products with its earlier one. */
export const createFakeSendAgain = (isOutdated: (imageId: string) => boolean) => {
  const previewOf = (images: ChosenImages): SendAgainPreview => {
    const pictures = images.kind === 'all' ? 1 : (images.kind === 'some' ? images.images : images.ids).filter(isOutdated).length
    const products = pictures === 0 ? 0 : pictures + 1
    const none = { queued: 0, stuck: 0, productsQueued: 0, productsStuck: 0, undosQueued: 0, undosStuck: 0 }
    return { pictures, uploads: pictures, products, replaced: pictures, onlyGrows: false, ...none }
  }
  return {
    preview: os.preview.handler(({ input }) => previewOf(input.images)),
    start: os.start.handler(({ input }) => ({ ...previewOf(input.images), action: 1 })),
    undo: os.undo.handler(() => ({ cancelled: 0, products: 2 })),
  }
}
