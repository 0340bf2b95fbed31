import { useEffect } from 'react'
import { create } from 'zustand'

/** How many list rows have something open. */
const useHeld = create<{ readonly count: number }>(() => ({ count: 0 }))
const change = (by: number): void => useHeld.setState(({ count }) => ({ count: count + by }))

/** While something in a row is open, lists stand still. A new row above would move it away from the pointer. */
export const useHoldLists = (isOpen = true): void =>
  useEffect(() => {
    if (!isOpen) return
    change(1)
    return () => change(-1)
  }, [isOpen])

export const useAreListsHeld = (): boolean => useHeld(({ count }) => count > 0)
