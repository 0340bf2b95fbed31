import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

/**
 * How to run npm under a certain Node: its npm-cli.js handed to that Node. Looked for in what npm itself says (npm_execpath,
 * set in scripts), then on PATH, then beside Node.
 * @returns { command, args } to put before npm's own arguments
 */
export const findNpm = (node, env = process.env, platform = process.platform) => {
  const script = [env.npm_execpath, ...onPath(env), join(dirname(process.execPath), besideNode)]
    .filter((path) => path && basename(path) === 'npm-cli.js')
    .find((path) => existsSync(path))
  if (script) return { command: node, args: [script] }
  // npm is a batch file there, which only the command interpreter runs.
  return platform === 'win32' ? { command: env.ComSpec || 'cmd.exe', args: ['/d', '/s', '/c', 'npm.cmd'] } : { command: 'npm', args: [] }
}

/** Where npm's own npm.cmd looks for it. */
const besideNode = 'node_modules/npm/bin/npm-cli.js'

/** What a folder's `npm` links to, or, on Windows, what its `npm.cmd` runs. */
const onPath = (env) => {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  return path.split(delimiter).flatMap((folder) => [linkedScript(join(folder, 'npm')), join(folder, besideNode)])
}

const linkedScript = (link) => {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}
