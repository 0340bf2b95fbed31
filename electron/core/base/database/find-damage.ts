import type { DatabaseSync } from 'node:sqlite'
import { setQuestion } from '../../../../shared/answers/question-sets.ts'
import type { LostThing } from '../../../../shared/base/recovery.ts'
import { readProfile } from '../../../../shared/checks/requirement-profile-file.ts'
import { type JobWork, jobStatus } from '../../../../shared/queue/jobs.ts'
import { jobWork } from '../../../../shared/queue/operations.ts'
import { connection } from '../../../../shared/workspaces/connection.ts'
import { isCorruption } from './database-error.ts'

/** An invalid row. `attribute_lists`: rebuilt from facts, with any `rowid`. */
export type UnreadableRow = {
  readonly place: 'jobs' | 'connections' | 'images' | 'facts' | 'attribute_lists' | 'question_sets' | 'requirement_profiles'
  readonly rowid: number
  readonly lost: LostThing
}

/** A row that one of its table's indexes contradicts: either may be wrong. */
export type DoubtfulRow = { readonly place: string; readonly rowid: number }

export type Damage = {
  /** SQLite's message for the first finding, for the log. */
  readonly found: string
  /** All rows can be read: a copy of them with new indexes is whole again. */
  readonly canBeCopied: boolean
  readonly unreadable: readonly UnreadableRow[]
  readonly doubtful: readonly DoubtfulRow[]
}

/** How many findings are handled; with more, a snapshot is restored. */
const mostFindings = 200

const indexFinding =
  /^(row \d+ missing from index |wrong # of entries in index |non-unique entry in index |Page \d+:? (is )?never used|Freelist: )/
const rowFinding = /^(NULL value in |(NUMERIC|TEXT|INTEGER|REAL|BLOB|non-\w+) value in |CHECK constraint failed in )/
const missingRow = /^row (\d+) missing from index (.+)$/
const inTree = /^Tree (\d+) /

const readFindings = (database: DatabaseSync, pragma: 'quick_check' | 'integrity_check'): string[] =>
  database
    .prepare(`PRAGMA ${pragma}(${mostFindings})`)
    .all()
    .flatMap((row) => String(Object.values(row)[0]).split('\n'))
    .filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***'))

const listTrees = (database: DatabaseSync): { readonly indexRoots: ReadonlySet<number>; readonly tableOf: ReadonlyMap<string, string> } => {
  const rows = database.prepare("SELECT name, tbl_name, rootpage FROM sqlite_schema WHERE type = 'index'").all()
  return {
    indexRoots: new Set(rows.map((row) => Number(row.rootpage))),
    tableOf: new Map(rows.map((row) => [String(row.name), String(row.tbl_name)])),
  }
}

const nameOfJob = (row: Record<string, unknown>): string => `${String(row.operation)} ${String(row.picture ?? row.subject).split('\n')[0]}`

/** A picture lacks the version that counts, is not called after its first original, or has an original that is not called after its content. */
const unreadablePictures = `
  SELECT seq, name FROM images
  LEFT JOIN originals AS first ON first.picture = seq AND first.version = 1
  LEFT JOIN originals AS shown ON shown.picture = seq AND shown.version = images.version
  WHERE NOT json_valid(origin)
    OR (images.version > 0 AND (shown.picture IS NULL OR id IS NOT 'img_' || substr(first.sha256, 1, length(id) - 4)))
    OR EXISTS (SELECT 1 FROM originals AS any_of WHERE any_of.picture = seq AND instr(any_of.staged, any_of.sha256) = 0)`

/** Jobs, connections, pictures and facts about lists with invalid values. */
export const findUnreadableRows = (database: DatabaseSync): UnreadableRow[] => {
  const found: UnreadableRow[] = []
  const parses = (check: () => boolean): boolean => {
    try {
      return check()
    } catch {
      return false
    }
  }
  const jobs = database.prepare(
    'SELECT jobs.seq, jobs.id, operation, subject, work, state, status, images.name AS picture FROM jobs LEFT JOIN images ON images.id = subject',
  )
  const countPictures = database.prepare('SELECT count(*) AS n FROM attach_pictures WHERE job_id = ?')
  const countReplaced = database.prepare(
    'SELECT json_array_length(wanted) AS n FROM replaced_lists WHERE job_id = ? AND json_array_length(seen) >= 0',
  )
  /** An attach must never run without some of its pictures, or without the list that it is about. */
  const isWhole = (work: JobWork, id: unknown): boolean =>
    work.operation !== 'attach-sources' ||
    (countPictures.get(String(id))?.n === work.pictures && (work.replaces == null || countReplaced.get(String(id))?.n === work.replaces))
  for (const row of jobs.iterate() as Iterable<Record<string, unknown>>) {
    const isReadable = parses(() => {
      const work = jobWork.parse(JSON.parse(String(row.work)))
      const { state } = jobStatus.parse(JSON.parse(String(row.status)))
      return work.operation === row.operation && state === row.state && (state === 'done' || isWhole(work, row.id))
    })
    if (!isReadable) found.push({ place: 'jobs', rowid: Number(row.seq), lost: { kind: 'job', name: nameOfJob(row) } })
  }
  const connections = database.prepare(
    "SELECT rowid AS seq, id, value, value ->> '$.name' AS name FROM connections WHERE json_valid(value)",
  )
  for (const row of connections.iterate() as Iterable<Record<string, unknown>>)
    if (!parses(() => connection.parse(JSON.parse(String(row.value))).id === row.id))
      found.push({ place: 'connections', rowid: Number(row.seq), lost: { kind: 'connection', name: String(row.name ?? row.id) } })
  for (const row of database.prepare('SELECT rowid AS seq, id FROM connections WHERE NOT json_valid(value)').all())
    found.push({ place: 'connections', rowid: Number(row.seq), lost: { kind: 'connection', name: String(row.id) } })
  for (const row of database.prepare('SELECT rowid AS seq, name, questions FROM question_sets').all())
    if (
      !parses(
        () =>
          setQuestion
            .array()
            .min(1)
            .safeParse(JSON.parse(String(row.questions))).success,
      )
    )
      found.push({ place: 'question_sets', rowid: Number(row.seq), lost: { kind: 'question set', name: String(row.name) } })
  for (const row of database
    .prepare("SELECT rowid AS seq, id, content, iif(json_valid(content), content ->> '$.name', NULL) AS name FROM requirement_profiles")
    .all())
    if (!parses(() => readProfile(JSON.parse(String(row.content))).id === row.id))
      found.push({
        place: 'requirement_profiles',
        rowid: Number(row.seq),
        lost: { kind: 'requirement profile', name: String(row.name ?? row.id) },
      })
  for (const row of database.prepare(unreadablePictures).all())
    found.push({ place: 'images', rowid: Number(row.seq), lost: { kind: 'picture', name: String(row.name) } })
  const facts = database.prepare(
    `SELECT seq, coalesce(products.name, products.product_id, about) AS name FROM facts LEFT JOIN products ON ref = about
     WHERE CASE WHEN json_valid(fact) THEN fact ->> '$.kind' IS NOT kind ELSE 1 END`,
  )
  for (const row of facts.all()) found.push({ place: 'facts', rowid: Number(row.seq), lost: { kind: 'list', name: String(row.name) } })
  const lists = database.prepare(
    `SELECT product_ref FROM attribute_lists
     WHERE CASE WHEN json_valid(state) AND json_valid(source_ids) THEN first_source IS NOT source_ids ->> '$[0]' ELSE 1 END`,
  )
  for (const row of lists.all()) found.push({ place: 'attribute_lists', rowid: 0, lost: { kind: 'list', name: String(row.product_ref) } })
  return found
}

const describe = (database: DatabaseSync, findings: readonly string[]): Damage => {
  const { indexRoots, tableOf } = listTrees(database)
  const isInIndex = (line: string): boolean => {
    const tree = inTree.exec(line)
    return tree ? indexRoots.has(Number(tree[1])) : indexFinding.test(line) || rowFinding.test(line)
  }
  const doubtful = findings.flatMap((line) => {
    const match = missingRow.exec(line)
    const place = match?.[2] === undefined ? undefined : tableOf.get(match[2])
    return place === undefined ? [] : [{ place, rowid: Number(match?.[1]) }]
  })
  const canBeCopied = findings.length < mostFindings && findings.every(isInIndex)
  const unreadable = canBeCopied ? findUnreadableRows(database) : []
  const distinct = [...new Map(doubtful.map((one) => [`${one.place} ${one.rowid}`, one])).values()]
  return {
    found: findings[0] ?? (unreadable[0] ? `unreadable ${unreadable[0].lost.kind}: ${unreadable[0].lost.name}` : 'unknown'),
    canBeCopied,
    unreadable,
    doubtful: distinct,
  }
}

/**
 * Checks for damage; `null`: none. `quick`: pages and rows only. `whole`: also whether indexes and rows agree, and whether the rows'
 * content can be read; takes a few times as long.
 */
export const findDamage = (database: DatabaseSync, depth: 'quick' | 'whole'): Damage | null => {
  try {
    const findings = readFindings(database, depth === 'quick' ? 'quick_check' : 'integrity_check')
    if (findings.length > 0) return describe(database, findings)
    const unreadable = depth === 'whole' ? findUnreadableRows(database) : []
    return unreadable.length > 0 ? describe(database, []) : null
  } catch (error) {
    if (!isCorruption(error)) throw error
    return { found: String(error), canBeCopied: false, unreadable: [], doubtful: [] }
  }
}

const listTables = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map((table) => String(table.name))

const isWhole = (database: DatabaseSync, table: string): boolean => {
  const row = database.prepare(`PRAGMA integrity_check('${table.replaceAll("'", "''")}')`).get()
  return Object.values(row ?? {})[0] === 'ok'
}

/** Finds what `findDamage` finds in a whole library. In pieces: the caller may pause after each. */
export function* findDamageInPieces(database: DatabaseSync): Generator<void, Damage | null> {
  try {
    if (readFindings(database, 'quick_check').length > 0) return findDamage(database, 'whole')
    yield
    for (const table of listTables(database)) {
      if (!isWhole(database, table)) return findDamage(database, 'whole')
      yield
    }
    return findUnreadableRows(database).length > 0 ? describe(database, []) : null
  } catch (error) {
    if (!isCorruption(error)) throw error
    return findDamage(database, 'whole')
  }
}
