import { useEffect } from 'react'
import { goTo } from '../navigation.ts'
import { useActivityView } from './activity-view.ts'

/** Escape goes back, unless it closes a dialog or a menu, or leaves a field. */
export const useEscape = (leave: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInside =
        event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"], input') !== null
      const isOpen = document.querySelector('[role="dialog"], [role="menu"]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isInside && !isOpen) leave()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [leave])
}

export const leaveToList = (): void => goTo('activity')

/** The list gives the focus back to what was open; later visits begin at its start. */
export const useReturn = (opened: number | string): void => {
  useEffect(() => {
    useActivityView.setState({ opened })
  }, [opened])
}
