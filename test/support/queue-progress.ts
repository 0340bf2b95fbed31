import type { QueueProgress } from '../../electron/core/core.ts'

/** The progress of an empty queue, with these parts changed. */
export const queueProgress = (more: Partial<QueueProgress> = {}): QueueProgress => ({
  running: 0,
  silent: null,
  takingIn: 0,
  waiting: 0,
  ready: {},
  elsewhere: [],
  parked: 0,
  done: 0,
  holds: [],
  ...more,
})
