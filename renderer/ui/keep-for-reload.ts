import type { StoreApi } from 'zustand'

/** Keeps drafts across a reload of the window, also after a crash. They end with the window and hold no durable fact. */
export const keepForReload = <State extends object>(name: string, { setState, subscribe }: StoreApi<State>): void => {
  try {
    setState(JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<State>)
  } catch {
    // An unreadable draft counts as none.
  }
  subscribe((state) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(state))
    } catch {
      // Without room in storage they last as long as the page.
    }
  })
}
