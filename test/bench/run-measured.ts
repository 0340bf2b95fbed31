import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endWithUs } from './end-with-us.ts'
import type { Outcome, Task } from './measured-process.ts'
import { summariseProfile } from './summarise-profile.ts'

const entry = fileURLToPath(new URL('./measured-process.ts', import.meta.url))

type Options = {
  readonly env?: NodeJS.ProcessEnv
  readonly profilePath?: string
  /** Called with each line that the task says while it runs (`step …`). */
  readonly onStep?: (step: string) => void
}

/** What a measured process says of its steps begins with this, on its standard error. */
export const stepMark = 'step '

/** Runs one task in a separate Node process and returns its measurements. Rejects with its last output if it fails. */
export const runMeasured = (task: Task, { env = {}, profilePath, onStep }: Options = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const args = ['--disable-warning=ExperimentalWarning', entry, JSON.stringify(task), ...(profilePath === undefined ? [] : [profilePath])]
    const child = endWithUs(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }))
    let [said, words] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2000)
    })
    if (onStep)
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.startsWith(stepMark)) onStep(line.slice(stepMark.length))
      })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(said) as Outcome)
      else reject(new Error(`The measured process (${task.kind}) ended with ${signal ?? code}: ${words.trim()}`))
    })
  })

/** Runs the task once more under the CPU profiler; the lines show how its main thread spent the time. */
export const profileMeasured = async (task: Task, folder: string, options: Options = {}): Promise<readonly string[]> => {
  const profilePath = join(folder, `${task.kind}.cpuprofile`)
  await runMeasured(task, { ...options, profilePath })
  return summariseProfile(await readFile(profilePath, 'utf8'))
}
