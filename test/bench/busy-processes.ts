import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { endWithUs } from './end-with-us.ts'

/** Starts a process that does nothing but count, for each core: as on a computer with other work. Returns how to end them. */
export const startBusyProcesses = (): (() => void) => {
  const children = cpus().map(() => endWithUs(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })))
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
}
