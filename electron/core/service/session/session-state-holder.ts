import type { SessionState } from '../../../../shared/service/session.ts'
import { initialSession, moveSession, type SessionEvent } from './session-machine.ts'

/** Holds a session's state, moves it by `moveSession` and notifies listeners when the shown state has changed. */
export const createStateHolder = (log: (event: Readonly<Record<string, unknown>>) => void) => {
  const listeners = new Set<(state: SessionState) => void>()
  let machine = initialSession

  return {
    state: (): SessionState => machine.shown,
    subscribe: (listener: (state: SessionState) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: (event: SessionEvent): void => {
      const before = machine.shown
      machine = moveSession(machine, event)
      if (machine.shown === before) return
      log({ event: 'session', kind: machine.shown.kind })
      for (const listener of listeners) listener(machine.shown)
    },
  }
}
