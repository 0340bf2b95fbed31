import { create } from 'zustand'

/** The pictures that a person is about to attach, in order; `null`: the dialog is closed. */
export const useAttachView = create<{ readonly imageIds: readonly string[] | null }>(() => ({ imageIds: null }))
export const openAttach = (imageIds: readonly string[]): void => useAttachView.setState({ imageIds })
export const closeAttach = (): void => useAttachView.setState({ imageIds: null })
export const reorderAttach = (imageIds: readonly string[]): void => useAttachView.setState({ imageIds })
