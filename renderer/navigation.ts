import { useSyncExternalStore } from 'react'

export const screens = ['library', 'questions', 'sheet', 'products', 'match', 'activity', 'settings'] as const
export type MainScreen = (typeof screens)[number]
/** “More sources” is reached from the library. */
export type Screen = MainScreen | 'more-sources'

const isScreen = (value: string): value is Screen => value === 'more-sources' || (screens as readonly string[]).includes(value)

/** The sidebar link that a screen belongs to. */
export const mainScreenOf = (screen: Screen): MainScreen => (screen === 'more-sources' ? 'library' : screen)

export const addressOf = (screen: Screen): string => `#/${screen}`

/** What is open in a screen: `activity/57`. */
const readPart = (): string | null => window.location.hash.split('/')[2] ?? null

const read = (): Screen => {
  const name = window.location.hash.split('/')[1] ?? ''
  return isScreen(name) ? name : 'library'
}

const listen = (notify: () => void): (() => void) => {
  window.addEventListener('hashchange', notify)
  return () => window.removeEventListener('hashchange', notify)
}

/** The screen that is shown, outside of components. */
export const currentScreen = read

/** The screen is kept in the address: a reloaded window shows it again. */
export const useScreen = (): Screen => useSyncExternalStore(listen, read)

/** The part of the screen that is open; `null`: the screen itself. The window's “back” closes it. */
export const usePart = (): string | null => useSyncExternalStore(listen, readPart)

export const goTo = (screen: Screen): void => {
  window.location.hash = addressOf(screen)
}

/** A group of settings that other screens lead to. */
export type SettingPart = 'uploads' | 'watched-folders'

/** Shows a group of settings, with the keyboard in it. */
export const goToSetting = (part: SettingPart): void => {
  window.location.hash = `${addressOf('settings')}/${part}`
}
