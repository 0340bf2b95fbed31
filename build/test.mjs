import { prepare, projectRoot } from './bootstrap.mjs'
import { checks, runChecks } from './checks.mjs'
import { provideElectron } from './electron-runtime.mjs'
import { reportFailure } from './plain-failure.mjs'
import { installTestPrerequisites } from './test-prerequisites.mjs'

/** `npm test`: everything, from a fresh clone; but for the package, which takes some minutes more. */
const log = (line) => console.log(`packshot: ${line}`)

try {
  await installTestPrerequisites({ root: projectRoot, log })
  const { node, env } = await prepare({ log })
  const { program, why } = await provideElectron({ root: projectRoot, node, log, env })
  if (!program) log(`${why}: tests in Electron will be skipped`)
  log('not run here: the tests of the package; “npm run package-test” runs them')
  const names = Object.keys(checks).filter((name) => !checks[name].isApart)
  process.exitCode = await runChecks({ root: projectRoot, node, env, names })
} catch (error) {
  process.exitCode = reportFailure(error)
}
