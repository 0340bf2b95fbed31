import { implementer } from '../../electron/core/handlers/implementer.ts'
import type { SendAgainPreview } from '../../shared/send-again.ts'

const os = implementer.sendAgain

/** Of each picture that was chosen, every second one is in a product with its earlier file. */
const previewOf = (images: { readonly kind: 'all' } | { readonly kind: 'some'; readonly images: readonly string[] }): SendAgainPreview => {
  const pictures = images.kind === 'all' ? 40 : images.images.length
  return { pictures, uploads: pictures, products: Math.ceil(pictures / 2), onlyGrows: false }
}

/** Every picture would be sent as another file now. */
export const createFakeSendAgain = () => ({
  preview: os.preview.handler(({ input }) => previewOf(input.images)),
  start: os.start.handler(({ input }) => ({ ...previewOf(input.images), action: 1 })),
  undo: os.undo.handler(() => ({ cancelled: 0, products: 1 })),
})
