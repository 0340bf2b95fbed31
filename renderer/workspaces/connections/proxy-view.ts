import { create } from 'zustand'

/** Whether the dialog for the proxy's password is open. It opens above the other dialogs, which stay as they are. */
export const useProxyView = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
export const openProxy = (): void => useProxyView.setState({ isOpen: true })
export const closeProxy = (): void => useProxyView.setState({ isOpen: false })
