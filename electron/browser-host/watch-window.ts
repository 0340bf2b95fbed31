import type { Timer, Timers } from '../core/base/platform/timers.ts'

/**
 * The state of the browser's window, from its page and the browser's process. The process alone proves little: on macOS, and with Edge in the
 * background, it outlives its windows; if this profile's browser is already running, it passes the window on and ends.
 */
export type WindowState =
  /** No page has connected yet. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly pages: number }
  /** Its page is gone: reloaded, or closed. */
  | { readonly kind: 'away' }
  /** The window counts as closed: remaining work is finished, then the host ends. */
  | { readonly kind: 'closed' }
  /** No window appeared; a person opens the address, and ends the host. */
  | { readonly kind: 'address-shown' }

export type WindowEvent = 'page-came' | 'page-left' | 'browser-ended' | 'browser-failed' | 'waited'

/** `wait`: schedules an event `waited` after that many milliseconds, replacing an earlier one. */
export type WindowEffect = 'none' | 'finish' | 'go-on' | 'show-address' | { readonly wait: number }

export type WindowStep = { readonly state: WindowState; readonly effect: WindowEffect }

/** A reload takes less. */
const awayMs = 10_000
/** Another browser process opens the window meanwhile. */
const openingMs = 30_000

const stay = (state: WindowState): WindowStep => ({ state, effect: 'none' })

const stepOpening = (event: WindowEvent): WindowStep => {
  switch (event) {
    case 'page-came':
      return { state: { kind: 'open', pages: 1 }, effect: 'go-on' }
    case 'browser-ended':
      return { state: { kind: 'opening' }, effect: { wait: openingMs } }
    case 'browser-failed':
    case 'waited':
      return { state: { kind: 'address-shown' }, effect: 'show-address' }
    case 'page-left':
      return stay({ kind: 'opening' })
  }
}

/** Returns the window's next state and the host's action. */
export const stepWindow = (state: WindowState, event: WindowEvent): WindowStep => {
  switch (state.kind) {
    case 'opening':
      return stepOpening(event)
    case 'open': {
      if (event === 'page-came') return stay({ kind: 'open', pages: state.pages + 1 })
      if (event !== 'page-left') return stay(state)
      return state.pages > 1 ? stay({ kind: 'open', pages: state.pages - 1 }) : { state: { kind: 'away' }, effect: { wait: awayMs } }
    }
    case 'away':
    case 'closed': {
      if (event === 'page-came') return { state: { kind: 'open', pages: 1 }, effect: 'go-on' }
      if (state.kind === 'closed' || event === 'page-left') return stay(state)
      return { state: { kind: 'closed' }, effect: 'finish' }
    }
    case 'address-shown':
      return stay(state)
  }
}

type Ports = {
  readonly timers: Pick<Timers, 'after'>
  /** The window is closed. */
  readonly finish: () => void
  /** Its page is there, also again after `finish`. */
  readonly goOn: () => void
  /** No window came up. */
  readonly showAddress: () => void
}

/** Follows the window; call it with each event. */
export const watchWindow = ({ timers, finish, goOn, showAddress }: Ports): ((event: WindowEvent) => void) => {
  let state: WindowState = { kind: 'opening' }
  let timer: Timer | undefined
  const tell = (event: WindowEvent): void => {
    const { state: next, effect } = stepWindow(state, event)
    if (next.kind !== state.kind) timer?.cancel()
    state = next
    if (effect === 'finish') finish()
    else if (effect === 'go-on') goOn()
    else if (effect === 'show-address') showAddress()
    else if (effect !== 'none') {
      timer?.cancel()
      timer = timers.after(effect.wait, () => tell('waited'), { background: true })
    }
  }
  return tell
}
