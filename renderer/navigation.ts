import { useSyncExternalStore } from 'react'

export const screens = ['library', 'questions', 'products', 'activity', 'settings'] as const
export type Screen = (typeof screens)[number]

const isScreen = (value: string): value is Screen => (screens as readonly string[]).includes(value)

export const addressOf = (screen: Screen): string => `#/${screen}`

const read = (): Screen => {
  const name = window.location.hash.slice(2)
  return isScreen(name) ? name : 'library'
}

const listen = (notify: () => void): (() => void) => {
  window.addEventListener('hashchange', notify)
  return () => window.removeEventListener('hashchange', notify)
}

/** The screen is kept in the address: a reloaded window shows it again. */
export const useScreen = (): Screen => useSyncExternalStore(listen, read)

export const goTo = (screen: Screen): void => {
  window.location.hash = addressOf(screen)
}
