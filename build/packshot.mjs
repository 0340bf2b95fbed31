#!/usr/bin/env node
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect, prepare, projectRoot } from './bootstrap.mjs'
import { reportFailure } from './plain-failure.mjs'
import { runForeground } from './run-process.mjs'

/**
 * The `packshot` command. With all in place it goes straight to what the build made: inside this process when this Node is new
 * enough, else in a child with the fetched one. What has to be set up first is said on stderr; stdout is the command's own.
 * `npm run packshot` starts scripts in the checkout; paths are meant from where the person stands.
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
