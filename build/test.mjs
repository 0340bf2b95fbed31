import { prepare, projectRoot } from './bootstrap.mjs'
import { checks, runChecks } from './checks.mjs'
import { reportFailure } from './plain-failure.mjs'
import { installTestPrerequisites } from './test-prerequisites.mjs'

/**
 * `npm test`: everything, from a fresh clone; but for the tests of the window, which is not finished and which `npm start` does not open
 * yet.
 */
const log = (line) => console.log(`packshot: ${line}`)

try {
  log('not run here: the tests of the package; “npm run package-test” runs them')
  log('not run here: the tests of the unfinished window (test/window, test/renderer); “npm run window-test” runs them')
  await installTestPrerequisites({ root: projectRoot, log })
  const { node, env } = await prepare({ log })
  const names = Object.keys(checks).filter((name) => name !== 'window' && name !== 'package')
  process.exitCode = await runChecks({ root: projectRoot, node, env, names })
} catch (error) {
  process.exitCode = reportFailure(error)
}
