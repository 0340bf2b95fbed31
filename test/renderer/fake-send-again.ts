import { implementer } from '../../electron/core/handlers/implementer.ts'
import type { SendAgainPreview } from '../../shared/send-again.ts'

const os = implementer.sendAgain

type Chosen = { readonly kind: 'all' } | { readonly kind: 'some'; readonly images: readonly string[] }

/** Each of these pictures would be sent as another file now, and is in two products with its earlier one. */
export const createFakeSendAgain = (isOutdated: (imageId: string) => boolean) => {
  const previewOf = (images: Chosen): SendAgainPreview => {
    const pictures = images.kind === 'all' ? 1 : images.images.filter(isOutdated).length
    return { pictures, uploads: pictures, products: pictures === 0 ? 0 : pictures + 1, onlyGrows: false, queued: 0, stuck: 0 }
  }
  return {
    preview: os.preview.handler(({ input }) => previewOf(input.images)),
    start: os.start.handler(({ input }) => ({ ...previewOf(input.images), action: 1 })),
    undo: os.undo.handler(() => ({ cancelled: 0, products: 2 })),
  }
}
