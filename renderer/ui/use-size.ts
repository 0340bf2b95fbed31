import { type RefObject, useLayoutEffect, useState } from 'react'

export type Size = { readonly width: number; readonly height: number }

const none: Size = { width: 0, height: 0 }

/** Measured sizes by the element's name and the window's size. */
const known = new Map<string, Size>()
const placeOf = (name: string): string => `${name} ${window.innerWidth}x${window.innerHeight}`

/** For the next start, which guesses by them. */
export const knownSizes = (): readonly (readonly [place: string, size: Size])[] => [...known]
export const guessSizes = (sizes: readonly (readonly [place: string, size: Size])[]): void => {
  for (const [place, size] of sizes) known.set(place, size)
}

/**
 * An element's size with its paddings, in pixels: known before it is drawn for the first time (0 × 0 until then), and followed. It begins with the size
 * of an element of this name in such a window, so that all is rendered and laid out at once, if that is still right.
 */
export const useSize = (ref: RefObject<HTMLElement | null>, name: string): Size => {
  const [size, setSize] = useState<Size>(() => known.get(placeOf(name)) ?? none)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => {
      const { offsetWidth: width, offsetHeight: height } = element
      known.set(placeOf(name), { width, height })
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    let frame = 0
    // In the next frame, because the layout for a new size may change the size again.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    })
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [ref, name])
  return size
}
