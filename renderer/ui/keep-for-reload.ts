import type { StoreApi } from 'zustand'

/** Words that are being written outlast a reload of the window, also one after a crash. They go with the window: no durable fact is among them. */
export const keepForReload = <State extends object>(name: string, { setState, subscribe }: StoreApi<State>): void => {
  try {
    setState(JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<State>)
  } catch {
    // What cannot be read is no words.
  }
  subscribe((state) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(state))
    } catch {
      // Without room they last as long as the page.
    }
  })
}
