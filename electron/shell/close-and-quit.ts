import type { Settings } from '../../shared/base/settings.ts'

/**
 * How Packshot ends. `running`: windows open and close. `closing`: it quits, its windows close without a question. `installing`: an update takes
 * over, closes the windows and quits by itself. `gone`: final.
 */
export type QuitState = 'running' | 'closing' | 'installing' | 'gone'

/**
 * Electron's events, whose order differs between systems. Usually `before-quit`, the windows' `close`, `all-closed`, `will-quit`. On
 * macOS an update closes the windows first: `close`, `all-closed`, `before-quit`, `will-quit`.
 */
export type QuitEvent =
  /** A person, the system or a failure quits Packshot. */
  | { readonly kind: 'quit' }
  /** The core has stopped; the updater is about to take over. */
  | { readonly kind: 'install' }
  /** The update could not be installed. */
  | { readonly kind: 'install-failed' }
  /** `watching`: what the person wants while folders are watched; `null`: none are. */
  | { readonly kind: 'close'; readonly jobsLeft: number; readonly watching: Settings['watchingOnClose'] | null }
  | { readonly kind: 'all-closed'; readonly isInBackground: boolean }
  | { readonly kind: 'before-quit' }
  | { readonly kind: 'will-quit' }

export type QuitEffect =
  /** Electron continues with its default. */
  | 'go-on'
  /** The window stays until a person has decided about the open work, and the watched folders. */
  | 'ask'
  /** Packshot goes on without the window. */
  | 'continue'
  /** Calls Electron's quit. */
  | 'quit'
  /** The quit is postponed until the core has stopped, then the process exits. */
  | 'stop-and-exit'

export type QuitStep = { readonly state: QuitState; readonly effect: QuitEffect }

/** Returns the next state and the shell's action. On macOS an app without a window stays in the Dock, and its work continues. */
export const stepQuit = (state: QuitState, event: QuitEvent, platform: NodeJS.Platform): QuitStep => {
  const isMac = platform === 'darwin'
  const isRunning = state === 'running'
  switch (event.kind) {
    case 'quit':
      return isRunning ? { state: 'closing', effect: 'quit' } : { state, effect: 'go-on' }
    case 'install':
      return isRunning ? { state: 'installing', effect: 'go-on' } : { state, effect: 'go-on' }
    case 'install-failed':
      return state === 'installing' ? { state: 'closing', effect: 'quit' } : { state, effect: 'go-on' }
    case 'close':
      if (!isRunning || isMac) return { state, effect: 'go-on' }
      if (event.watching === 'background') return { state, effect: 'continue' }
      return { state, effect: event.jobsLeft > 0 || event.watching === 'ask' ? 'ask' : 'go-on' }
    case 'all-closed':
      return isRunning && !isMac && !event.isInBackground ? { state: 'closing', effect: 'quit' } : { state, effect: 'go-on' }
    case 'before-quit':
      return { state: isRunning ? 'closing' : state, effect: 'go-on' }
    case 'will-quit':
      // macOS starts the new version from Electron's own quit; a plain exit would not start it.
      return { state: 'gone', effect: state === 'installing' && isMac ? 'go-on' : state === 'gone' ? 'go-on' : 'stop-and-exit' }
  }
}
