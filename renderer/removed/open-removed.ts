import { create } from 'zustand'
import { goTo } from '../navigation.ts'

export const useRemovedList = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

/** Shows what was removed, over the settings. */
export const openRemoved = (): void => {
  goTo('settings')
  useRemovedList.setState({ isOpen: true })
}
