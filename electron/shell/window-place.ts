import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { isOnScreen } from './is-on-screen.ts'

type WindowPlace = Rectangle & { readonly maximized: boolean }

/** Checked by hand, so that the window need not wait for zod, which nothing else needs so early. */
const isPlace = (value: unknown): value is WindowPlace => {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height, maximized } = value as Record<string, unknown>
  const areWhole = [x, y, width, height].every((one) => Number.isSafeInteger(one))
  return areWhole && Number(width) >= 640 && Number(height) >= 480 && typeof maximized === 'boolean'
}

const defaultSize = { width: 1280, height: 800 }
const settleMs = 500

const read = (file: string): WindowPlace | undefined => {
  try {
    const place: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isPlace(place) ? place : undefined
  } catch {
    return undefined
  }
}

/** Where the window was when it was last seen; only if its title bar is still on a screen. */
export const readWindowPlace = (folder: string): Partial<WindowPlace> & typeof defaultSize => {
  const place = read(join(folder, 'window-place.json'))
  if (
    !place ||
    !isOnScreen(
      place,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    )
  )
    return defaultSize
  return place
}

/** Keeps the place of a window from now on. */
export const rememberWindowPlace = (window: BrowserWindow, folder: string): void => {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized()) return
    try {
      systemSyncFiles.write(
        join(folder, 'window-place.json'),
        JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }),
      )
    } catch {
      // Losing the place does no harm.
    }
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, settleMs)
  }
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) window.on(event as 'resize', later)
  window.on('close', save)
  window.on('closed', () => clearTimeout(timer))
}
