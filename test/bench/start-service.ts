import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithUs } from './end-with-us.ts'

const entry = fileURLToPath(new URL('./service-process.ts', import.meta.url))

export type BenchService = { readonly baseUrl: string; readonly stop: () => Promise<void> }

/** Starts the service in a separate process. It answers each request after `waitMs`, at most `perSecond` of them (0: no limit). */
export const startService = async (waitMs: number, perSecond = 0): Promise<BenchService> => {
  const child = endWithUs(fork(entry, [String(waitMs), String(perSecond)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('The service of the bench did not start.')))
  })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}
