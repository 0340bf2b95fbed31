import { create } from 'zustand'

/** Whether a person is being asked for the proxy's password; beside the other dialogs, which stay as they are below it. */
export const useProxyView = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
export const openProxy = (): void => useProxyView.setState({ isOpen: true })
export const closeProxy = (): void => useProxyView.setState({ isOpen: false })
