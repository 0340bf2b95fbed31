import { type RefObject, useLayoutEffect, useState } from 'react'

export type Size = { readonly width: number; readonly height: number }

/** An element's size with its paddings, in pixels: known before it is drawn for the first time (0 × 0 until then), and followed. */
export const useSize = (ref: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => {
      const { offsetWidth: width, offsetHeight: height } = element
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
  }, [ref])
  return size
}
