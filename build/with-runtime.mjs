import { prepare, projectRoot } from './bootstrap.mjs'
import { checksOf, runChecks } from './checks.mjs'
import { plainFailure, reportFailure } from './plain-failure.mjs'
import { runForeground } from './run-process.mjs'
import { forJudge, installTestPrerequisites } from './test-prerequisites.mjs'

/**
 * node build/with-runtime.mjs <task> [arguments]: prepares, then runs the task with the Node that Packshot needs. The task
 * has the terminal and gets the signals; its exit code is ours.
 */
const tasks = {
  check: { names: ['types', 'lint', 'rooms', 'unit'] },
  e2e: { names: ['e2e', 'window'] },
  faults: { args: ['test/faults/campaign/run-campaign.ts'] },
  'fault-tests': { names: ['requests', 'faults'], env: { PACKSHOT_FAULTS: 'full' } },
  format: { args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], build: false },
  bench: { args: ['test/bench/run.ts'] },
  package: { args: ['build/package/make-package.ts'] },
  'sign-updates': { args: ['build/package/sign-updates.ts'], build: false },
  'apt-repository': { args: ['build/package/apt-repository.ts'], build: false },
  'gather-packages': { args: ['build/package/gather-packages.ts'], build: false },
  'package-test': { names: ['package'] },
  judge: { names: ['judge'], installs: forJudge },
  journey: { names: ['journey'] },
  dev: { args: ['build/dev.mjs'] },
  lint: { names: ['lint', 'rooms'] },
  typecheck: { names: ['types'] },
  'add-thousand': { args: ['test/e2e/add-thousand-pictures.ts'] },
  /** The files that one action passes through. */
  'files-of': { args: ['test/walks/files-of-an-action.ts'], build: false },
  'wine-test': { args: ['test/wine/run.ts'] },
  /** All random tests with new seeds. */
  fuzz: { args: ['test/fuzz/run.ts'] },
  demo: { args: ['out/main/demo.js'] },
}

/** `npm run faults -- --seed N` replays one seed of the simulation, `--mutations` tries whether it notices faults (test/simulation). */
const simulation = { args: ['test/simulation/simulate.ts'], build: false }
const isOfSimulation = (args) => args.some((one) => ['--seed', '--from', '--mutations'].includes(one))

/** `--host electron|browser`: tests of the window run in that host only; those of the other say so. */
const takeHost = (args) => {
  const at = args.indexOf('--host')
  if (at < 0) return { more: args, hostEnv: {} }
  const host = args[at + 1]
  if (host !== 'electron' && host !== 'browser') throw plainFailure(`there is no host "${host ?? ''}".`, 'Hosts: electron, browser.')
  return { more: args.toSpliced(at, 2), hostEnv: { PACKSHOT_HOST: host } }
}

const run = async ([name, ...args]) => {
  const named = Object.hasOwn(tasks, name ?? '') ? tasks[name] : undefined
  const task = name === 'faults' && isOfSimulation(args) ? simulation : named
  if (!task) throw plainFailure(`there is no task "${name ?? ''}".`, `Tasks: ${Object.keys(tasks).join(', ')}.`)
  const log = (line) => console.error(`packshot: ${line}`)
  if (task.installs) await installTestPrerequisites({ log, wanted: task.installs })
  const { node, env } = await prepare({ log, build: task.build })
  const { more, hostEnv } = takeHost(args)
  const all = { ...env, ...task.env, ...hostEnv }
  if (task.names) {
    return runChecks({ root: projectRoot, node, env: all, names: name === 'e2e' ? checksOf(task.names, more) : task.names, more })
  }
  return runForeground(node, [...task.args, ...more], { cwd: projectRoot, env: all })
}

process.exitCode = await run(process.argv.slice(2)).catch(reportFailure)
