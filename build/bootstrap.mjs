import { fileURLToPath } from 'node:url'
import { buildOutput, outputIsCurrent } from './compiled-output.mjs'
import { checkKeychainModule } from './keychain-module.mjs'
import { environmentOf, fetchNode, findNode, releases } from './node-runtime.mjs'
import { installPackages, packagesAreCurrent } from './packages.mjs'
import { plainFailure } from './plain-failure.mjs'
import { withSetUpLock } from './set-up-lock.mjs'
import { timedStep } from './timed-step.mjs'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** Checks the set-up without starting a process, within milliseconds. { node?: path, packages, output: boolean } */
export const inspect = (root = projectRoot) => {
  const node = findNode(root)
  const packages = node !== undefined && packagesAreCurrent(root, node)
  return { node, packages, output: packages && outputIsCurrent(root) }
}

/**
 * Makes a fresh checkout runnable, in this folder only: Node (if the installed one is older), the packages, the build. Each
 * step prints one line; a complete set-up prints none. Needs no root and leaves the system's own packages alone.
 * @param log takes one line
 * @param build false: leave `out/` as it is
 * @returns { node, env }: the Node to run everything with, and an environment in which `node` is that one
 */
export const prepare = async ({ log, root = projectRoot, build = true }) => {
  refuseOldNode()
  const found = inspect(root)
  const ready = found.packages && (found.output || !build)
  const node = ready
    ? found.node
    : await withSetUpLock(root, (holdFor) => setUp({ log, root, build, holdFor }), {
        onWait: () => log('another start is setting up; waiting for it …'),
      })
  for (const line of checkKeychainModule({ root, node }) ?? []) log(line)
  return { node, env: environmentOf(root, node) }
}

const setUp = async ({ log, root, build, holdFor }) => {
  const node = findNode(root) ?? (await timedStep(log, fetchLine(), () => fetchNode({ root })))
  if (!packagesAreCurrent(root, node)) await installPackages({ root, node, log, holdFor })
  if (build && !outputIsCurrent(root)) await timedStep(log, 'building …', () => buildOutput(root, node))
  return node
}

const fetchLine = () => {
  const release = releases[`${process.platform}-${process.arch}`]
  return release
    ? `this Node is ${process.versions.node}: fetching Node ${release.version} into .runtime/ (npm package ${release.package}) …`
    : `this Node is ${process.versions.node}`
}

const refuseOldNode = () => {
  if (Number.parseInt(process.versions.node, 10) >= 20) return
  throw plainFailure(
    `Node ${process.versions.node} is too old to set Packshot up.`,
    'Install Node 20 or newer (Packshot fetches Node 24 itself when it needs to).',
  )
}
