import { setImmediate as turn } from 'node:timers/promises'
import { limitHeap } from '../core/base/platform/limit-heap.ts'
import type { Core } from '../core/core.ts'
import type { CallPort } from '../core/window/serve-calls.ts'
import type { ShellCoreOptions } from './open-core-in-electron.ts'

/**
 * The core's modules, those with large packages first. Each step blocks this thread, which also serves the window: loaded as one, they
 * would delay its first key press.
 */
const steps: readonly (() => Promise<unknown>)[] = [
  () => import('../../shared/service/session-contract.ts'),
  () => import('../core/implementer.ts'),
  () => import('../core/base/network/create-dispatcher.ts'),
  () => import('../core/service/session/fetch-answer.ts'),
  () => import('../core/formats/kinds/identify-file.ts'),
]

/** Loads the core's code step by step, opens the core, and serves windows' calls with it. Errors: as of `createCore`. */
export const loadCore = async (
  options: ShellCoreOptions,
): Promise<{ readonly opened: Core; readonly serveCalls: (port: CallPort) => void }> => {
  limitHeap()
  for (const step of steps) {
    await step()
    await turn()
  }
  const { openShellCore } = await import('./open-core-in-electron.ts')
  const { serveCore } = await import('./serve-core.ts')
  const opened = await openShellCore(options)
  return { opened, serveCalls: serveCore(opened, options.log) }
}
