import { useEffect } from 'react'
import { create } from 'zustand'

/** So many things that were opened in a row of a list are open now. */
const useHeld = create<{ readonly count: number }>(() => ({ count: 0 }))
const change = (by: number): void => useHeld.setState(({ count }) => ({ count: count + by }))

/** While something that belongs to a row is open, lists stand still: what comes in above would take the row away from under the hand. */
export const useHoldLists = (isOpen = true): void =>
  useEffect(() => {
    if (!isOpen) return
    change(1)
    return () => change(-1)
  }, [isOpen])

export const useAreListsHeld = (): boolean => useHeld(({ count }) => count > 0)
