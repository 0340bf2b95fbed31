import { existsSync, realpathSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** Paths as a system writes them. */
export const pathsOf = (platform) => (platform === 'win32' ? win32 : posix)

/**
 * How to run npm under a certain Node: its npm-cli.js, run by that Node. Searched for in npm's own variables (npm_execpath,
 * set in scripts), then on PATH, then beside Node.
 * @param files ports for the tests: whether a file exists, and the target of a link (undefined: not a link)
 * @returns { command, args } to put before npm's own arguments
 */
export const findNpm = (node, env = process.env, platform = process.platform, files = { exists: existsSync, follow }) => {
  const { basename, dirname, join } = pathsOf(platform)
  const script = [env.npm_execpath, ...onPath(env, platform, files), join(dirname(process.execPath), besideNode)]
    .filter((path) => path && basename(path) === 'npm-cli.js')
    .find((path) => files.exists(path))
  if (script) return { command: node, args: [script] }
  // npm is a batch file there, which only the command interpreter runs.
  return platform === 'win32' ? { command: env.ComSpec || 'cmd.exe', args: ['/d', '/s', '/c', 'npm.cmd'] } : { command: 'npm', args: [] }
}

/** Where npm's own npm.cmd looks for it. */
const besideNode = 'node_modules/npm/bin/npm-cli.js'

/** The target of a folder's `npm` link or, on Windows, of its `npm.cmd`. */
const onPath = (env, platform, { follow }) => {
  const { delimiter, join } = pathsOf(platform)
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  return path.split(delimiter).flatMap((folder) => [follow(join(folder, 'npm')), join(folder, besideNode)])
}

const follow = (link) => {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}
