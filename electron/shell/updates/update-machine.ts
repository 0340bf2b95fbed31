/** `proxy`: a proxy requires a user name and password that we don't have. `refused`: not signed by the makers of Packshot, or the download does not match what they signed. */
export type UpdateFailure = 'unreachable' | 'proxy' | 'refused'

export type UpdateState = {
  /** `ready`: downloaded, its hash checked, which was signed (and the system's signature, where it has them). */
  readonly phase: 'idle' | 'checking' | 'downloading' | 'ready'
  /** A person started the running check, so its result is shown. */
  readonly isAsked: boolean
  /** The newer version, from `downloading` on. */
  readonly version: string | null
  /** `due`: offer it when no work is running; `restart`: a person chose now, but work is still running. */
  readonly offer: 'due' | 'shown' | 'later' | 'restart'
  readonly isAtWork: boolean
}

/** Installing when Packshot is quit needs no effect: where it is done, the updater does it by itself once a version is ready. */
export type UpdateEffect =
  | { readonly kind: 'look' }
  | { readonly kind: 'tell'; readonly what: 'newest' | 'downloading' | UpdateFailure }
  | { readonly kind: 'offer'; readonly version: string; readonly isAtWork: boolean }
  | { readonly kind: 'install' }

export type UpdateEvent =
  | { readonly kind: 'check'; readonly isAsked: boolean }
  | { readonly kind: 'newest' }
  | { readonly kind: 'found'; readonly version: string }
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly why: UpdateFailure }
  | { readonly kind: 'answered'; readonly choice: 'now' | 'later' }
  | { readonly kind: 'work'; readonly isGoingOn: boolean }

type Step = { readonly state: UpdateState; readonly effects: readonly UpdateEffect[] }

export const initialUpdateState: UpdateState = { phase: 'idle', isAsked: false, version: null, offer: 'due', isAtWork: false }

const stay = (state: UpdateState): Step => ({ state, effects: [] })

const check = (state: UpdateState, isAsked: boolean): Step => {
  switch (state.phase) {
    case 'idle':
      return { state: { ...state, phase: 'checking', isAsked }, effects: [{ kind: 'look' }] }
    case 'checking':
      return stay({ ...state, isAsked: state.isAsked || isAsked })
    case 'downloading':
      return { state: { ...state, isAsked: state.isAsked || isAsked }, effects: isAsked ? [{ kind: 'tell', what: 'downloading' }] : [] }
    case 'ready':
      return isAsked ? offer(state) : stay(state)
  }
}

const offer = (state: UpdateState): Step => ({
  state: { ...state, offer: 'shown' },
  effects: [{ kind: 'offer', version: state.version ?? '', isAtWork: state.isAtWork }],
})

const work = (state: UpdateState, isAtWork: boolean): Step => {
  const next = { ...state, isAtWork }
  if (state.phase !== 'ready' || isAtWork) return stay(next)
  if (state.offer === 'restart') return { state: next, effects: [{ kind: 'install' }] }
  return state.offer === 'due' ? offer(next) : stay(next)
}

/**
 * Returns the next state of one Packshot's updates and the host's actions. Nothing is ever installed while work
 * is running; an automatic check ends silently unless it found a newer version.
 */
export const stepUpdate = (state: UpdateState, event: UpdateEvent): Step => {
  switch (event.kind) {
    case 'check':
      return check(state, event.isAsked)
    case 'newest':
      return { state: { ...state, phase: 'idle', isAsked: false }, effects: state.isAsked ? [{ kind: 'tell', what: 'newest' }] : [] }
    case 'found':
      return {
        state: { ...state, phase: 'downloading', version: event.version },
        effects: state.isAsked ? [{ kind: 'tell', what: 'downloading' }] : [],
      }
    case 'ready': {
      const ready: UpdateState = { ...state, phase: 'ready', version: event.version, offer: 'due', isAsked: false }
      return state.isAtWork ? stay(ready) : offer(ready)
    }
    case 'failed':
      return {
        state: { ...state, phase: state.phase === 'ready' ? 'ready' : 'idle', isAsked: false },
        effects: state.isAsked ? [{ kind: 'tell', what: event.why }] : [],
      }
    case 'answered':
      if (state.phase !== 'ready') return stay(state)
      if (event.choice === 'later') return stay({ ...state, offer: 'later' })
      return state.isAtWork ? stay({ ...state, offer: 'restart' }) : { state, effects: [{ kind: 'install' }] }
    case 'work':
      return work(state, event.isGoingOn)
  }
}
