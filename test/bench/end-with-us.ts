import type { ChildProcess } from 'node:child_process'

const children = new Set<ChildProcess>()

/** Ends this child if the bench itself ends first, e.g. when a person stops it. */
export const endWithUs = <T extends ChildProcess>(child: T): T => {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
