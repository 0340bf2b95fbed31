/** Something that was set, to be called off. */
export type Timer = { readonly cancel: () => void }

type Options = {
  /** True: an idle process does not stay for it. */
  readonly background?: boolean
}

/** Everything that happens later, in milliseconds of monotonic time. */
export type Timers = {
  readonly after: (ms: number, act: () => void, options?: Options) => Timer
  readonly every: (ms: number, act: () => void, options?: Options) => Timer
  /** In the next turn of the event loop. */
  readonly soon: (act: () => void) => void
  /** Resolves in the next turn of the event loop: other work goes in between. */
  readonly nextTurn: () => Promise<void>
  readonly sleep: (ms: number, options?: Options) => Promise<void>
}

const hold = (timer: NodeJS.Timeout, { background }: Options = {}): Timer => {
  if (background) timer.unref()
  return { cancel: () => clearTimeout(timer) }
}

export const systemTimers: Timers = {
  after: (ms, act, options) => hold(setTimeout(act, ms), options),
  every: (ms, act, options) => hold(setInterval(act, ms), options),
  soon: (act) => void setImmediate(act),
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  sleep: (ms, options) => new Promise((resolve) => hold(setTimeout(resolve, ms), options)),
}
