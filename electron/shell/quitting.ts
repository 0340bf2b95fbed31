/**
 * How Packshot ends. `running`: windows come and go. `closing`: it quits, its windows close without a question. `installing`: an update takes
 * over, which closes the windows and quits by itself. `gone`: nothing more is decided.
 */
export type QuitState = 'running' | 'closing' | 'installing' | 'gone'

/**
 * What Electron tells, in an order that differs between systems. Elsewhere: `before-quit`, the windows' `close`, `all-closed`, `will-quit`. On
 * macOS an update closes the windows first: `close`, `all-closed`, `before-quit`, `will-quit`.
 */
export type QuitEvent =
  /** A person, the system or a failure ends Packshot. */
  | { readonly kind: 'quit' }
  /** The core has stopped; the updater is about to take over. */
  | { readonly kind: 'install' }
  /** The update could not be installed. */
  | { readonly kind: 'install-failed' }
  | { readonly kind: 'close'; readonly jobsLeft: number }
  | { readonly kind: 'all-closed'; readonly isInBackground: boolean }
  | { readonly kind: 'before-quit' }
  | { readonly kind: 'will-quit' }

export type QuitEffect =
  /** Electron does what it was about to. */
  | 'go-on'
  /** The window stays until a person has said what becomes of the work. */
  | 'ask'
  /** Electron is told to quit. */
  | 'quit'
  /** The quit is put off until the core has stopped, then the process exits. */
  | 'stop-and-exit'

export type QuitStep = { readonly state: QuitState; readonly effect: QuitEffect }

/** What an event makes of the state, and what the shell does. On macOS an app without a window stays in the Dock, and its work goes on. */
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
      return { state, effect: isRunning && !isMac && event.jobsLeft > 0 ? 'ask' : 'go-on' }
    case 'all-closed':
      return isRunning && !isMac && !event.isInBackground ? { state: 'closing', effect: 'quit' } : { state, effect: 'go-on' }
    case 'before-quit':
      return { state: isRunning ? 'closing' : state, effect: 'go-on' }
    case 'will-quit':
      // macOS starts the new version from Electron's own quit; an exit in its place would be the end.
      return { state: 'gone', effect: state === 'installing' && isMac ? 'go-on' : state === 'gone' ? 'go-on' : 'stop-and-exit' }
  }
}
