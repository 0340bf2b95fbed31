import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { buildHarness } from './harness.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Used by one test run. */
    harnessFolder: string
  }
}

/** Before the first test file and after the last. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-harness-'))
  project.provide('harnessFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}

/** The folder of the built harness. The first test file that needs it builds it; the others, in separate processes, wait for that. */
export const builtHarness = async (folder: string): Promise<string> => {
  const built = join(folder, 'built')
  const [begun, done, failed] = ['begun', 'done', 'failed'].map((name) => join(folder, name)) as [string, string, string]
  const isFirst = await mkdir(begun).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await buildHarness(built).catch(async (error: unknown) => {
      await writeFile(failed, '')
      throw error
    })
    await writeFile(done, '')
  }
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error('Another test file could not build the harness; its message says why.')
    await sleep(50)
  }
  return built
}
