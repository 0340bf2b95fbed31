#!/usr/bin/env node
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect, prepare, projectRoot } from './bootstrap.mjs'
import { reportFailure } from './plain-failure.mjs'
import { runForeground } from './run-process.mjs'

/**
 * The `packshot` command. If everything is set up, it runs the build directly: in this process if this Node is new
 * enough, else in a child with the fetched one. Set-up steps are reported on stderr; stdout belongs to the command.
 * `npm run packshot` starts scripts in the checkout; paths are relative to the caller's folder.
 */
const command = join(projectRoot, 'out/main/cli.js')

const run = async () => {
  if (process.env.npm_lifecycle_event === 'packshot' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  const found = inspect()
  const node = found.output ? found.node : (await prepare({ log: (line) => console.error(`packshot: ${line}`) })).node
  if (node !== process.execPath) return runForeground(node, [command, ...process.argv.slice(2)])
  process.argv[1] = command
  await import(pathToFileURL(command).href)
}

try {
  const code = await run()
  if (code !== undefined) process.exitCode = code
} catch (error) {
  process.exitCode = reportFailure(error)
}
