import { prepare, projectRoot } from './bootstrap.mjs'
import { reportFailure } from './plain-failure.mjs'
import { runForeground } from './run-process.mjs'

/** `npm start`: for now the main job in the terminal (`npm run demo`), from a fresh clone. */
const start = async () => {
  const { node, env } = await prepare({ log: (line) => console.error(`packshot: ${line}`) })
  return runForeground(node, ['out/main/demo.js', ...process.argv.slice(2)], { cwd: projectRoot, env })
}

process.exitCode = await start().catch(reportFailure)
