import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

export type Display = { readonly name: string; readonly stop: () => Promise<void> }

export const hasXvfb = (): boolean => spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error === undefined

/** A virtual screen for the windows of one test file; it picks a free number itself. */
export const startDisplay = async (): Promise<Display> => {
  // By itself it starts anew when its last window closes, and refuses the next one that comes meanwhile.
  const options = ['-noreset', '-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child: ChildProcess = spawn('Xvfb', options, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const pipe = child.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe to tell its number')
  const number = await Promise.race([
    once(pipe, 'data').then(([bytes]) => String(bytes).trim()),
    ended.then(() => {
      throw new Error('Xvfb ended before it had a screen')
    }),
  ])
  return {
    name: `:${number}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export const hasXdotool = (): boolean => spawnSync('xdotool', ['version'], { stdio: 'ignore' }).error === undefined

/** Whether a window with exactly this title is on a display, the system's own dialogs included. */
export const hasWindow = (display: Display, title: string): boolean =>
  spawnSync('xdotool', ['search', '--name', `^${title}$`], { env: { ...process.env, DISPLAY: display.name }, stdio: 'ignore' }).status === 0

/** Presses the default button of a dialog. */
export const pressEnter = (display: Display, title: string): void => {
  const env = { ...process.env, DISPLAY: display.name }
  const id = spawnSync('xdotool', ['search', '--name', `^${title}$`], { env, encoding: 'utf8' }).stdout.split('\n')[0] ?? ''
  spawnSync('xdotool', ['windowfocus', '--sync', id, 'key', 'Return'], { env, stdio: 'ignore' })
}
