import { type RefObject, useEffect } from 'react'

/** Height of the grid's bottom part that the selection bar covers, in pixels. */
export const barHeight = 72

/** A double click's second press must still find the picture where it was. */
const patienceMs = 500

/** Scrolls the current row out from under the selection bar: when the bar comes, and when a row that it covers is pressed. */
export const useKeepAboveBar = (box: RefObject<HTMLElement | null>, isBarShown: boolean, rowTop: number, rowHeight: number): void => {
  useEffect(() => {
    if (!isBarShown) return
    const timer = setTimeout(() => {
      const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 0 }
      const top = rowTop - scrollTop
      const covered = top + rowHeight - (clientHeight - barHeight)
      // A row that is out of view stays there.
      if (covered <= 0 || top >= clientHeight || top <= covered) return
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      box.current?.scrollBy({ top: covered, behavior: isCalm ? 'instant' : 'smooth' })
    }, patienceMs)
    return () => clearTimeout(timer)
  }, [box, isBarShown, rowTop, rowHeight])
}
