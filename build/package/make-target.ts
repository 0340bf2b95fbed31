import { makeTarget } from './pack.ts'

/** node build/package/make-target.ts: one kind of file from a packed folder, as a process that can be ended. Prints the files it made. */
const { root, output, folder, target, isTest } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly root: string
  readonly output: string
  readonly folder: string
  readonly target: string
  readonly isTest: boolean
}
const files = await makeTarget({ root, output, folder, targets: [target], isTest, env: process.env })
console.log(`made: ${JSON.stringify(files)}`)
