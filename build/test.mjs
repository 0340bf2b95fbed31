import { prepare, projectRoot } from './bootstrap.mjs'
import { checksOfTests, runChecks } from './checks.mjs'
import { provideElectron } from './electron-runtime.mjs'
import { describeMachine } from './known-skips.mjs'
import { plainFailure, reportFailure } from './plain-failure.mjs'
import { installTestPrerequisites, lackingPrerequisites } from './test-prerequisites.mjs'

/**
 * `npm test`: what a person must trust, from a fresh clone: types, lint, unit tests, the main job by command, a journey in each host.
 * `npm test -- --all`: everything; the package too, where there is an Electron to make it from.
 */
const log = (line) => console.log(`packshot: ${line}`)

const readArguments = (args) => {
  const unknown = args.find((one) => one !== '--all')
  if (unknown === undefined) return { isAll: args.includes('--all') }
  throw plainFailure(
    `npm test does not know "${unknown}".`,
    'Run `npm test` or `npm test -- --all`. Single files: npm run check -- test/core/….',
  )
}

try {
  const { isAll } = readArguments(process.argv.slice(2))
  await installTestPrerequisites({ log })
  const { node, env } = await prepare({ log })
  const { program, why } = await provideElectron({ root: projectRoot, node, log, env })
  if (!program) log(`${why}: tests in Electron will be skipped`)
  const machine = describeMachine({ hasElectron: program !== undefined, lacks: lackingPrerequisites() })
  process.exitCode = await runChecks({ root: projectRoot, node, env, names: checksOfTests({ isAll }), machine })
} catch (error) {
  process.exitCode = reportFailure(error)
}
