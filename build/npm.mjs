import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

/**
 * How to run npm under a certain Node: its npm-cli.js handed to that Node. Looked for in what npm itself says (npm_execpath,
 * set in scripts), then on PATH, then beside Node (Windows).
 * @returns { command, args } to put before npm's own arguments
 */
export const findNpm = (node, env = process.env) => {
  const script = [env.npm_execpath, ...onPath(env), join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')]
    .filter((path) => path && basename(path) === 'npm-cli.js')
    .find((path) => existsSync(path))
  return script ? { command: node, args: [script] } : { command: 'npm', args: [] }
}

const onPath = (env) =>
  (env.PATH ?? '').split(delimiter).flatMap((folder) => {
    try {
      return [realpathSync(join(folder, 'npm'))]
    } catch {
      return []
    }
  })
