import type { OpenFolderEvents } from '../../electron/core/base/platform/folder-events.ts'
import type { World } from './world.ts'

/** Events of folders as systems give them: late, some not at all, and at times with nothing but “something changed”. */
export const createSimFolderEvents = (world: World, lostShare: number) => {
  const listeners = new Set<(path: string) => void>()
  const open: OpenFolderEvents = (_folder, _options, { onChange }) => {
    listeners.add(onChange)
    return { follow: () => {}, close: () => void listeners.delete(onChange) }
  }
  return {
    open,
    /** A path from the watched folder on has changed. */
    changed: (path: string): void => {
      for (const listener of listeners)
        if (!world.chance(lostShare))
          world.after(world.random() * 400, () => {
            if (listeners.has(listener)) listener(world.chance(0.02) ? '' : path)
          })
    },
  }
}
