import { readdirSync, readlinkSync } from 'node:fs'

/** True if any part of this process has the file open, SQLite and threads included. Only Linux can tell; elsewhere the system itself refuses. */
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
