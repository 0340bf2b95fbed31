import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { TestLibrary } from './open-test-library.ts'

export type Rows = Readonly<Record<string, unknown>>

/** All rows of a library. Its sequence number counts commits. */
export const readRows = (data: string): Rows => {
  const database = new DatabaseSync(join(data, 'library.db'), { readOnly: true })
  try {
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'library'")
      .all()
    return Object.fromEntries(names.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()]))
  } finally {
    database.close()
  }
}

/** The files of a data folder as they are at this moment, and the plan of a merge, without originals: what a kill would leave. */
export const copyFiles = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const one of readdirSync(from, { withFileTypes: true }))
    if (one.isFile() || one.name === 'handovers') cpSync(join(from, one.name), join(to, one.name), { recursive: true })
}

/** Without ids and times, which are others each time. */
const masked = (rows: unknown): string =>
  JSON.stringify(rows)
    .replace(/[a-z]+[_:][0-9a-f]{12,}/g, 'id')
    .replace(/\b1\d{12}\b/g, '0')

/** What becomes of states that kills left in a data folder's files. `settle`: what the next start continues, is over. */
export const createStatesOfKills = (library: TestLibrary, data: string, settle: (dataFolder: string) => Promise<unknown>) => {
  const known = new Map<string, string>()
  const reopen = async (state: string): Promise<string> => {
    const again = `${state} again`
    await cp(join(data, 'originals'), join(again, 'originals'), { recursive: true })
    copyFiles(state, again)
    await library.reopen({}, again)
    await library.core().start()
    await settle(again)
    return again
  }
  const reopened = async (state: string): Promise<string> => {
    const before = known.get(state)
    if (before !== undefined) return before
    const again = await reopen(state)
    await library.close()
    known.set(state, masked(readRows(again)))
    return known.get(state) ?? ''
  }
  return {
    /** Of each state: `-`: after the next start nothing of the command is there, `+`: all of it. The first is before it, the last after it. */
    describe: async (states: readonly string[]): Promise<string> => {
      const [first, ...others] = states.map(readRows)
      const last = others.pop()
      let kinds = ''
      for (const [at, rows] of others.entries()) {
        if (isDeepStrictEqual(rows, first)) kinds += '-'
        else if (isDeepStrictEqual(rows, last)) kinds += '+'
        else {
          // It is undone, or continued, at the next start.
          const again = await reopened(states[at + 1] ?? '')
          if (again === (await reopened(states[0] ?? ''))) kinds += '-'
          else kinds += again === (await reopened(states.at(-1) ?? '')) ? '+' : '?'
        }
      }
      return kinds
    },
    /** Undoes it after the kill. Which of these tables are not as before the command. */
    undo: async (before: string, after: string, act: () => Promise<unknown>, tables: readonly string[]): Promise<string[]> => {
      const again = await reopen(after)
      await act()
      await library.close()
      const [was, is] = [readRows(before), readRows(again)]
      return tables.filter((table) => masked(was[table]) !== masked(is[table]))
    },
  }
}
