import type { Clock } from '../../base/platform/clock.ts'
import type { ImageStore, StoredImage } from '../library/picture-store.ts'

/** Requests of a window that come within this time belong to one screen, in milliseconds. */
const sameScreenMs = 100
/** Requests kept: while one scrolls through thousands, earlier screens are left to their turn. */
const mostShown = 200
/** Unchecked pictures read ahead. */
const readAhead = 100

type Ports = { readonly images: Pick<ImageStore, 'get' | 'getUnchecked' | 'listUnchecked'>; readonly clock: Clock }

/** The order of the checks: the pictures of the screen that was shown last, then those of earlier ones, then the oldest of the library. */
export const createCheckOrder = ({ images, clock }: Ports) => {
  /** The last screen is at the end. */
  const screens: string[][] = []
  let requestedAt = Number.NEGATIVE_INFINITY
  let ahead: string[] = []

  const nextShown = (isFree: (imageId: string) => boolean): StoredImage | undefined => {
    for (let screen = screens.at(-1); screen; screen = screens.at(-1)) {
      const id = screen.shift()
      if (id === undefined) screens.pop()
      else if (isFree(id)) {
        const image = images.get(id)
        if (image && image.check !== 'refused') return image
      }
    }
    return undefined
  }

  const takeAhead = (isFree: (imageId: string) => boolean): StoredImage | undefined => {
    for (let id = ahead.shift(); id !== undefined; id = ahead.shift()) {
      // It may have been checked or removed since it was read.
      const image = isFree(id) ? images.getUnchecked(id) : undefined
      if (image) return image
    }
    return undefined
  }

  return {
    /** A window shows this picture. */
    show: (imageId: string): void => {
      const at = clock.monotonic()
      const screen = at - requestedAt < sameScreenMs ? screens.at(-1) : undefined
      requestedAt = at
      if (screen) screen.push(imageId)
      else screens.push([imageId])
      let shown = screens.reduce((sum, { length }) => sum + length, 0)
      while (shown > mostShown && screens.length > 1) shown -= screens.shift()?.length ?? 0
    },
    nextShown,
    /** The oldest unchecked one. `taken`: how many of them are not free. */
    nextOldest: (isFree: (imageId: string) => boolean, taken: number): StoredImage | undefined => {
      const known = takeAhead(isFree)
      if (known) return known
      ahead = images.listUnchecked(readAhead + taken)
      return takeAhead(isFree)
    },
  }
}
