import { posix, win32 } from 'node:path'

type Installation = {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Of the app's resources. */
  readonly resources: string
  readonly environment: NodeJS.ProcessEnv
}

/** A small script at a place of the PATH, which runs the command of this installation. */
export type CommandPlace = {
  readonly file: string
  readonly content: string
  /** The folder is not on the PATH of programs that this desktop starts. */
  readonly isOffPath: boolean
  /** What to type in a terminal where this user may not write there. */
  readonly byHand: string | null
}

/** As build/package/command/packshot starts it. An AppImage is unpacked at another place at each start, so it is named itself. */
export const headless =
  '--ozone-platform=headless --log-level=3 --no-sandbox --no-zygote --disable-dev-shm-usage --disable-gpu --in-process-gpu --command --'

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

/** Where `packshot` goes for this user; `null`: the package itself has put it on the PATH. */
export const findCommandPlace = ({ platform, home, resources, environment }: Installation): CommandPlace | null => {
  if (platform === 'win32') {
    // On the PATH of each user since Windows 10, and theirs to write.
    const file = win32.join(environment.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Microsoft', 'WindowsApps', 'packshot.cmd')
    return { file, content: `@"${win32.join(resources, 'bin', 'packshot.cmd')}" %*\r\n`, isOffPath: false, byHand: null }
  }
  const program = posix.join(resources, 'bin/packshot')
  if (platform === 'darwin') {
    const byHand = `sudo mkdir -p /usr/local/bin && sudo ln -sf ${quoted(program)} /usr/local/bin/packshot`
    return { file: '/usr/local/bin/packshot', content: `#!/bin/sh\nexec ${quoted(program)} "$@"\n`, isOffPath: false, byHand }
  }
  if (!environment.APPIMAGE && posix.dirname(posix.dirname(resources)) === '/opt') return null
  const folder = posix.join(home, '.local/bin')
  const run = environment.APPIMAGE ? `${quoted(environment.APPIMAGE)} ${headless}` : quoted(program)
  const isOffPath = !(environment.PATH ?? '').split(':').includes(folder)
  return { file: posix.join(folder, 'packshot'), content: `#!/bin/sh\nexec ${run} "$@"\n`, isOffPath, byHand: null }
}
