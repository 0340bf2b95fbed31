import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'

/** Why nobody can answer the system's dialog here; `null`: it can be done. */
export const canAcceptConnections = (): string | null =>
  spawnSync('xdotool', ['version']).error ? 'xdotool is missing (Debian: apt install xdotool)' : null

const xdotool = (display: string, ...args: readonly string[]): string =>
  spawnSync('xdotool', args, { env: { ...process.env, DISPLAY: display }, encoding: 'utf8' }).stdout.trim()

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Says yes to the question whether a workspace shall be connected, as a person does: in the window where it asks there, else in the
 * system's dialog, where “Cancel” is chosen beforehand and “Connect” is to its left.
 */
export const acceptConnection = async (page: Page, display: string, workspace: string): Promise<void> => {
  for (let tries = 0; tries < 60; tries++) {
    const inWindow = page
      .getByRole('dialog')
      .filter({ hasText: workspace })
      .getByRole('button', { name: /^Connect/ })
    if ((await inWindow.count()) > 0) return inWindow.click()
    const windows = xdotool(display, 'search', '--onlyvisible', '--class', 'packshot').split('\n').filter(Boolean)
    if (windows.length > 1) {
      const dialog = windows.at(-1) ?? ''
      await pause(500)
      xdotool(display, 'windowfocus', '--sync', dialog)
      xdotool(display, 'key', 'Left', 'Return')
      return
    }
    await pause(250)
  }
  throw new Error(`Nobody asked whether to connect “${workspace}”.`)
}
