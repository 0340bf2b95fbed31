import { create } from 'zustand'

/** The set that the form asks; `null`: the question in its box. */
export const useSetChoice = create<{ readonly id: string | null }>(() => ({ id: null }))

export const chooseSet = (id: string | null): void => useSetChoice.setState({ id })
