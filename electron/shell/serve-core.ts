import type { Core } from '../core/core.ts'
import { type CallPort, createCallServer } from '../core/window/serve-calls.ts'
import { createWindowRouter } from '../core/window/window-router.ts'

/** Answers a window's calls with this core. Loaded with it, after the window. */
export const serveCore = (core: Core, log: (event: Readonly<Record<string, unknown>>) => void): ((port: CallPort) => void) =>
  createCallServer(createWindowRouter(core), log)
