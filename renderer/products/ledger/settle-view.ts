import { create } from 'zustand'

/** Whether the sheet for settling many lists is open. */
export const useSettleView = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
export const openSettle = (): void => useSettleView.setState({ isOpen: true })
export const closeSettle = (): void => useSettleView.setState({ isOpen: false })
