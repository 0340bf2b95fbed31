import { systemPlatform } from '../../electron/core/base/platform/platform.ts'

const fullDisk = (): Error => Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })

/** What a call says; that the disk is full without more. */
export const say = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    ({ code, failure, message }) => (code === 'disk-full' ? code : JSON.stringify([code, failure, message])),
  )

/** A disk that has no room for chosen commits of this process. It mostly refuses the commit, not the statements before it. */
export const createFullCommits = () => {
  let commits = 0
  let refuses = (_commit: number): boolean => false
  let look = (_path: string): void => {}
  const openDatabaseFile: typeof systemPlatform.openDatabaseFile = (path, options) => {
    const database = systemPlatform.openDatabaseFile(path, options)
    const prepare = database.prepare.bind(database)
    return Object.assign(database, {
      prepare: (sql: string) => {
        const statement = prepare(sql)
        if (sql !== 'COMMIT') return statement
        const run = statement.run.bind(statement)
        return Object.assign(statement, {
          run: () => {
            commits++
            if (refuses(commits)) throw fullDisk()
            look(path)
            const done = run()
            look(path)
            return done
          },
        })
      },
    })
  }
  return {
    openDatabaseFile,
    /** Which are refused from now on, counted from 1; none without `which`. */
    refuse: (which: (commit: number) => boolean = () => false): void => {
      commits = 0
      refuses = which
    },
    commits: (): number => commits,
    /** Called right before each commit and right after it, with the path of the database; not without `what`. */
    lookAtEach: (what: (path: string) => void = () => {}): void => {
      look = what
    },
  }
}
