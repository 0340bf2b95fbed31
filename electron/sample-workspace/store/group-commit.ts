import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs `work` inside a transaction and resolves once that transaction is durable. Work that arrives in one tick shares one commit,
 * thus one sync of the disk; work that throws is undone alone and its promise rejects.
 */
export type Commit = <T>(work: () => T) => Promise<T>

type Entry = { readonly work: () => unknown; readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void }

export const createGroupCommit = (database: DatabaseSync): { readonly commit: Commit; readonly flush: () => void } => {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const end = database.prepare('COMMIT')
  const savepoint = database.prepare('SAVEPOINT entry')
  const release = database.prepare('RELEASE entry')
  const undo = database.prepare('ROLLBACK TO entry')
  let entries: Entry[] = []

  const runOne = (entry: Entry): (() => void) => {
    savepoint.run()
    try {
      const value = entry.work()
      release.run()
      return () => entry.resolve(value)
    } catch (error) {
      undo.run()
      release.run()
      return () => entry.reject(error)
    }
  }

  const flush = (): void => {
    const group = entries
    entries = []
    if (group.length === 0) return
    try {
      begin.run()
      const settle = group.map(runOne)
      end.run()
      for (const tell of settle) tell()
    } catch (error) {
      try {
        database.exec('ROLLBACK')
      } catch {
        // The transaction never began, or the failed commit has ended it.
      }
      for (const entry of group) entry.reject(error)
    }
  }

  const commit: Commit = (work) =>
    new Promise((resolve, reject) => {
      if (entries.length === 0) setImmediate(flush)
      entries.push({ work, resolve: resolve as (value: unknown) => void, reject })
    })

  return { commit, flush }
}
