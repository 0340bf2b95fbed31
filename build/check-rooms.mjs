import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The rooms of electron/core, bottom to top: a file imports only from its own room and from those before it in this list, types included. Files
 * directly in electron/core put the rooms together. electron/README.md describes each room.
 */
export const rooms = [
  'platform',
  'formats',
  'metadata',
  'matching',
  'database',
  'keychain',
  'net',
  'service',
  'work/queue',
  'session',
  'image-process',
  'sample',
  'workspaces',
  'library',
  'intake',
  'background',
  'codes',
  'checks',
  'similar',
  'settings',
  'publishing',
  'questions',
  'question-sets',
  'products',
  'catalogue',
  'matches',
  'plans',
  'content',
  'sources',
  'work/operations',
  'watching',
  'views',
  'exports',
  'handover',
  'parts',
  'handlers',
  '.',
  'updates',
  'window',
]

/**
 * The room that owns each table of the library (electron/core/database/schema.ts, derived-*.ts): no statement elsewhere names it.
 * A room that needs more asks a function of the owner, and may put a condition that the owner made into a statement of its own.
 *
 * A derived table belongs to the room whose question it answers; triggers of the schema fill it.
 *
 * Exceptions: `database` makes, repairs, restores and copies every table; `views` reads them all, and writes none.
 */
export const tableOwners = {
  settings: 'database',
  library: 'database',
  recoveries: 'database',
  unreadable_rows: 'database',
  actions: 'work/queue',
  action_work: 'work/queue',
  action_problems: 'work/queue',
  jobs: 'work/queue',
  job_dependencies: 'work/queue',
  job_counts: 'work/queue',
  repeats: 'work/queue',
  request_counts: 'work/queue',
  connections: 'workspaces',
  images: 'library',
  drops: 'library',
  originals: 'library',
  sent_files: 'library',
  picture_codes: 'codes',
  codes_due: 'codes',
  measurements: 'checks',
  printed_texts: 'checks',
  measurements_due: 'checks',
  picture_fixes: 'library',
  picture_likeness: 'similar',
  likeness_due: 'similar',
  same_pictures: 'similar',
  different_pictures: 'similar',
  requirement_profiles: 'checks',
  picture_checks: 'checks',
  check_results: 'checks',
  changed_files: 'library',
  refusals: 'library',
  sources: 'library',
  picture_count: 'library',
  picture_work: 'library',
  attach_pictures: 'library',
  attaches_to_show: 'library',
  published: 'publishing',
  data_trials: 'publishing',
  answers: 'questions',
  question_sets: 'question-sets',
  sheet_changes: 'questions',
  sheet_before: 'questions',
  cell_history: 'questions',
  asks_due: 'question-sets',
  products: 'products',
  facts: 'products',
  attribute_lists: 'products',
  replaced_lists: 'products',
  attached_sources: 'products',
  lists_to_show: 'products',
  ledger_clock: 'products',
  catalogue_lists: 'catalogue',
  catalogue_entries: 'catalogue',
  catalogue_said: 'catalogue',
  catalogue_columns: 'catalogue',
  matches: 'matches',
  match_changes: 'matches',
  match_before: 'matches',
  match_keys: 'matches',
  plans: 'plans',
  plan_products: 'plans',
  match_rules: 'matches',
  content_lists: 'content',
  written_texts: 'content',
  other_sources: 'sources',
  watched_folders: 'watching',
  watched_places: 'watching',
  watched_files: 'watching',
  watch_reports: 'watching',
}

const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

/** A file's path from the core's folder, with slashes. */
const slashed = (core, file) => relative(core, file).split(sep).join('/')

/** File → the files of the core that it imports; paths from the core's folder, with slashes. */
export const readImports = (core) =>
  new Map(
    listFiles(core).map((file) => {
      const named = [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => to)
      const inside = named.map((to) => slashed(core, resolve(dirname(file), to))).filter((to) => !to.startsWith('..'))
      return [slashed(core, file), [...new Set(inside)]]
    }),
  )

/** The room of a file; `undefined`: it is in none of the list. */
export const roomOf = (file) =>
  file.includes('/') ? rooms.filter((room) => file.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0] : '.'

/** Imports from a room above, as “file → file”. */
export const findUpward = (imports) =>
  [...imports].flatMap(([file, all]) =>
    all.filter((to) => rooms.indexOf(roomOf(to)) > rooms.indexOf(roomOf(file))).map((to) => `${file} → ${to}`),
  )

/** Files that import each other, however indirectly; each group once. */
export const findCycles = (imports) => {
  const reached = (from) => {
    const seen = new Set()
    const ahead = [...(imports.get(from) ?? [])]
    for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      ahead.push(...(imports.get(file) ?? []))
    }
    return seen
  }
  const all = new Map([...imports.keys()].map((file) => [file, reached(file)]))
  const circular = [...all.keys()].filter((file) => all.get(file)?.has(file))
  const groups = circular.map((file) => circular.filter((other) => all.get(file)?.has(other) && all.get(other)?.has(file)).join(', '))
  return [...new Set(groups)]
}

/**
 * Operations that a file of the queue names, as “file: operation”: it knows none, so that adding one changes nothing in it. An operation is
 * named like its folder.
 */
export const findNamedOperations = (core) => {
  const operations = readdirSync(join(core, 'work/operations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  return listFiles(join(core, 'work/queue')).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return operations.filter((name) => text.includes(name)).map((name) => `${slashed(core, file)}: ${name}`)
  })
}

/** Without comments on lines of their own, which may speak of any table. */
const codeOf = (text) => text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/^\s*\/\/.*$/gm, '')

const tableName = String.raw`(?:[a-z_]+|\$\{)(?:\([^)]*\))?`
/** A table after its keyword, or several with commas between. */
const naming = new RegExp(
  String.raw`\b(INTO|UPDATE|DELETE\s+FROM|FROM|JOIN)(?:\s+OR\s+[A-Z]+)?\s+(${tableName}(?:(?:(?:\s+AS)?\s+[a-z_]+)?\s*,\s*${tableName})*)`,
  'gi',
)

/** Tables that the statements in a text name, with whether they are written; `null`: a name put in at run time. */
const readTables = (text) =>
  [...codeOf(text).matchAll(naming)].flatMap(([, keyword, list]) =>
    list.split(',').map((one) => {
      const [table] = one.trim().split(/[\s(]/)
      return { table: table.startsWith('$') ? null : table, isWritten: /INTO|UPDATE|DELETE/i.test(keyword) }
    }),
  )

/** Statements outside their table's owner, one line each. `text`: a file's content. */
const findForeignIn = (file, text) => {
  const room = roomOf(file)
  if (room === 'database') return []
  return readTables(text).flatMap(({ table, isWritten }) => {
    if (table === null) return [`${file} puts the name of a table into a statement: its owner can't be checked.`]
    const owner = Object.hasOwn(tableOwners, table) ? tableOwners[table] : room
    if (owner === room) return []
    if (room === 'views') return isWritten ? [`${file} writes ${table}: views only read.`] : []
    return [`${file} names ${table}, a table of ${owner}: ask a function there.`]
  })
}

/** The files of the schema, in the folder `database`. */
export const listSchemaFiles = (core) =>
  readdirSync(join(core, 'database')).filter((name) => name.endsWith('schema.ts') || (name.startsWith('derived-') && name.endsWith('.ts')))

/** Statements on another room's tables, and tables without an owner or owners without a table. */
export const findForeignTables = (core) => {
  const schema = listSchemaFiles(core)
    .map((name) => readFileSync(join(core, 'database', name), 'utf8'))
    .join('\n')
  const tables = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table)
  const owned = Object.keys(tableOwners)
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner: name one in build/check-rooms.mjs.`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `${table} has an owner, but is no table of the schema.`),
    ...new Set(listFiles(core).flatMap((file) => findForeignIn(slashed(core, file), readFileSync(file, 'utf8')))),
  ]
}

/** Returns the problems, one line each. */
export const findFaults = (imports) => [
  ...[...imports.keys()]
    .filter((file) => roomOf(file) === undefined)
    .map((file) => `${file} is in no room: name its folder in build/check-rooms.mjs.`),
  ...findUpward(imports).map((edge) => `${edge}: a room imports from one above it.`),
  ...findCycles(imports).map((group) => `${group}: these import each other.`),
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const core = join(import.meta.dirname, '..', 'electron', 'core')
  const named = findNamedOperations(core).map((one) => `${one} is named, and the queue knows no operation.`)
  const faults = [...findFaults(readImports(core)), ...named, ...findForeignTables(core)]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
