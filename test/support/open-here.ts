import { readdirSync, readlinkSync } from 'node:fs'

/** True if this process has the file open, by whatever part of it: SQLite and threads included. Linux tells; elsewhere the system itself refuses. */
export const isOpenInThisProcess = (path: string): boolean => {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  })
}
