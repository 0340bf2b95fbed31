import { create } from 'zustand'

export const useShortcutView = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
export const openShortcuts = (): void => useShortcutView.setState({ isOpen: true })
export const closeShortcuts = (): void => useShortcutView.setState({ isOpen: false })
