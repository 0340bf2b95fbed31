import type { Rectangle } from 'electron'

/** The area needed to drag the window: the title bar's height, and enough of its width. */
const titleBar = 32
const leastWidth = 80

/** True if enough of a window's title bar is within one of the work areas to move it by. */
export const isOnScreen = (window: Rectangle, workAreas: readonly Rectangle[]): boolean =>
  workAreas.some((area) => {
    const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
    return width >= leastWidth && window.y >= area.y && window.y + titleBar <= area.y + area.height
  })
