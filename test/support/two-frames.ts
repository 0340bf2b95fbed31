import type { Page } from 'playwright'

/** After two frames: what was pressed or came before has had its effect, and is drawn. */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
