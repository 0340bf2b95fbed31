import { prepare, projectRoot } from './bootstrap.mjs'
import { checks, runChecks } from './checks.mjs'
import { provideElectron } from './electron-runtime.mjs'
import { reportFailure } from './plain-failure.mjs'
import { installTestPrerequisites } from './test-prerequisites.mjs'

/** `npm test`: everything, from a fresh clone; the package too, where there is an Electron to make it from. */
const log = (line) => console.log(`packshot: ${line}`)

try {
  await installTestPrerequisites({ root: projectRoot, log })
  const { node, env } = await prepare({ log })
  const { program, why } = await provideElectron({ root: projectRoot, node, log, env })
  if (!program) log(`${why}: tests in Electron will be skipped`)
  const names = Object.keys(checks).filter((name) => !checks[name].isApart)
  process.exitCode = await runChecks({ root: projectRoot, node, env, names })
} catch (error) {
  process.exitCode = reportFailure(error)
}
