import { existsSync, realpathSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** Paths as a system writes them. */
export const pathsOf = (platform) => (platform === 'win32' ? win32 : posix)

/**
 * How to run npm under a certain Node: its npm-cli.js handed to that Node. Looked for in what npm itself says (npm_execpath,
 * set in scripts), then on PATH, then beside Node.
 * @param files ports for the tests: whether there is such a file, and what a link leads to (undefined: it is none)
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

/** What a folder's `npm` links to, or, on Windows, what its `npm.cmd` runs. */
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
