import { setTimeout as wait } from 'node:timers/promises'
import type { DrivenApp } from './driven-app.ts'
import { type Memory, readMemory } from './open-scene.ts'
import { type Watched, watchFrames } from './watch-frames.ts'

export type Scene = {
  readonly app: DrivenApp
  readonly selector: string
  /** Connects the workspace, so that uploads start. */
  readonly connect: () => Promise<void>
}

export type Measured = { readonly idle: Watched; readonly busy: Watched; readonly memory: Memory; readonly profile: string | null }

const pixelsPerSecond = 3_000
/** Until uploads run evenly. */
const settleMs = 3_000

type Options = { readonly ms: number; readonly withProfile?: boolean }

/** Scrolls it while nothing else is running, then during uploads, then once more for the profile. Closes the app. */
export const measureScene = async ({ app, selector, connect }: Scene, { ms, withProfile = false }: Options): Promise<Measured> => {
  try {
    const scroll = { selector, ms, pixelsPerSecond }
    const idle = await watchFrames(app, scroll)
    await connect()
    await wait(settleMs)
    const busy = await watchFrames(app, scroll)
    const memory = await readMemory(app)
    const profile = withProfile ? await app.profile(() => watchFrames(app, { ...scroll, ms: ms / 2 })) : null
    return { idle, busy, memory, profile }
  } finally {
    await app.close()
  }
}
