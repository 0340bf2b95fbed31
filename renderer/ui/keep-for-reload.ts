import type { StoreApi } from 'zustand'
import { hostKind } from '../bridge.ts'

/** A new window of Electron has nothing in store; to ask that takes 10 ms, in which the page waits for another process. */
const isReloaded = (): boolean => {
  const [start] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hostKind === 'browser' || start?.type !== 'navigate'
}

/** Keeps drafts across a reload of the window, also after a crash. They end with the window and hold no durable fact. */
export const keepForReload = <State extends object>(name: string, { setState, subscribe }: StoreApi<State>): void => {
  try {
    if (isReloaded()) setState(JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<State>)
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
