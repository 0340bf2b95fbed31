import type { Files, SyncFiles } from '../../electron/core/base/platform/files.ts'
import { systemFiles } from '../../electron/core/base/platform/system-files.ts'

/** Thrown at the step at which the process is to end. */
export class Crash extends Error {}

const changing = ['write', 'copy', 'flushFile', 'flushFolder', 'rename', 'remove', 'makeFolder'] as const

/**
 * This computer's files, whose n-th change (from 1) and all later ones throw instead, as if the process had ended there. `changes` counts
 * them.
 */
export const filesThatEndAt = (step: number): { readonly files: Files; readonly changes: () => number } => {
  let changes = 0
  const check = (): void => {
    changes++
    if (changes >= step) throw new Crash(`ended at change ${step}`)
  }
  const sync = { ...systemFiles.sync } as { -readonly [Key in keyof SyncFiles]: SyncFiles[Key] }
  for (const name of changing) {
    const real = systemFiles.sync[name] as (...args: unknown[]) => unknown
    Object.assign(sync, {
      [name]: (...args: unknown[]) => {
        check()
        return real(...args)
      },
    })
  }
  const files = { ...systemFiles, sync }
  for (const name of ['write', 'copy', 'flushFile', 'flushFolder', 'rename', 'remove', 'makeFolder'] as const) {
    const real = systemFiles[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(files, {
      [name]: async (...args: unknown[]) => {
        check()
        return real(...args)
      },
    })
  }
  return { files, changes: () => changes }
}

const systemError = (code: string): Error => Object.assign(new Error(`${code}: no such luck`), { code, syscall: 'fdatasync' })

/** Files whose log cannot be flushed as long as `fails` returns an error. */
export const filesThatDoNotFlush = (fails: () => string | null): { readonly files: Files; readonly flushes: () => number } => {
  let flushes = 0
  const openFlusher: Files['openFlusher'] = (path) => {
    const real = systemFiles.openFlusher(path)
    return {
      ...real,
      flush: async () => {
        flushes++
        const code = fails()
        if (code !== null) throw systemError(code)
        return real.flush()
      },
    }
  }
  return { files: { ...systemFiles, openFlusher }, flushes: () => flushes }
}
