import { create } from 'zustand'

/** Whether the dialog that writes a hand-over is open. It belongs to no screen. */
export const useHandOver = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openHandOver = (): void => useHandOver.setState({ isOpen: true })
export const closeHandOver = (): void => useHandOver.setState({ isOpen: false })
