import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { libraryRules } from '../simulation/library-rules.ts'
import { compareDerived, findJobsWithoutAction, findPartialAttaches, findTornPictures } from './derived-tables.ts'
import { copyFiles } from './states-of-kills.ts'

/** What breaks a rule of the library in this data folder, which may be in use. */
export const findBroken = (data: string): unknown[] => {
  const copy = `${data} looked at`
  copyFiles(data, copy)
  const database = new DatabaseSync(join(copy, 'library.db'))
  try {
    const { kept, again } = compareDerived(database)
    return [
      ...libraryRules('').flatMap(({ says, sql }) =>
        database
          .prepare(sql)
          .all()
          .map(({ it: one }) => [says, one]),
      ),
      ...database
        .prepare(
          `SELECT operation FROM jobs WHERE connection_id IS NULL AND state <> 'cancelled'
           AND EXISTS (SELECT 1 FROM connections WHERE active = 1)`,
        )
        .all()
        .map(({ operation }) => ['work of no workspace', operation]),
      ...kept.filter((row) => !again.includes(row)).map((row) => ['kept', row]),
      ...again.filter((row) => !kept.includes(row)).map((row) => ['again', row]),
      ...findPartialAttaches(database).map((id) => ['partial attach', id]),
      ...findJobsWithoutAction(database).map((id) => ['no action', id]),
      ...findTornPictures(database).map((id) => ['torn', id]),
    ]
  } finally {
    database.close()
  }
}
