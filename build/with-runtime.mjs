import { prepare, projectRoot } from './bootstrap.mjs'
import { runChecks } from './checks.mjs'
import { plainFailure, reportFailure } from './plain-failure.mjs'
import { runForeground } from './run-process.mjs'

/**
 * node build/with-runtime.mjs <task> [arguments]: prepares, then runs the task with the Node that Packshot needs. The task
 * has the terminal and gets the signals; its exit code is ours.
 */
const tasks = {
  check: { names: ['types', 'lint', 'unit'] },
  e2e: { names: ['e2e'] },
  'window-test': { names: ['window'] },
  faults: { names: ['faults'], env: { PACKSHOT_FAULTS: 'full' } },
  format: { args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], build: false },
  bench: { args: ['test/bench/run.ts'] },
  package: { args: ['build/package/make-package.ts'] },
  'package-test': { names: ['package'] },
  demo: { args: ['out/main/demo.js'] },
}

const run = async ([name, ...more]) => {
  const task = Object.hasOwn(tasks, name ?? '') ? tasks[name] : undefined
  if (!task) throw plainFailure(`there is no task "${name ?? ''}".`, `Tasks: ${Object.keys(tasks).join(', ')}.`)
  const { node, env } = await prepare({ log: (line) => console.error(`packshot: ${line}`), build: task.build })
  const all = { ...env, ...task.env }
  if (task.names) return runChecks({ root: projectRoot, node, env: all, names: task.names, more })
  return runForeground(node, [...task.args, ...more], { cwd: projectRoot, env: all })
}

process.exitCode = await run(process.argv.slice(2)).catch(reportFailure)
