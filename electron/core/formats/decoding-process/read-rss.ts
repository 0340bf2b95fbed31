import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const readFromProc = async (pid: number): Promise<number | undefined> => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

const readFromPs = (pid: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, output) => {
      const kilobytes = Number(output.trim())
      resolve(error || !kilobytes ? undefined : kilobytes * 1024)
    })
  })

/**
 * Resident memory of another process in bytes: from /proc on Linux, from ps on other Unixes. `undefined` where neither exists
 * (Windows) or the process is gone; the pool then goes by what the worker reports about itself.
 */
export const readRssOf = async (pid: number): Promise<number | undefined> => {
  if (process.platform === 'linux') return readFromProc(pid).catch(() => undefined)
  return process.platform === 'win32' ? undefined : readFromPs(pid)
}
