import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The names of the house: rooms from the bottom to the top, parts of the contract, and one name for each idea. */
export const names = JSON.parse(readFileSync(join(import.meta.dirname, 'names.json'), 'utf8'))

/** The rooms of electron/core, bottom to top: a file imports only from its own room and from those before it, types included. */
export const rooms = Object.keys(names.rooms)

/**
 * Files directly in electron/core put the rooms together. These are what each room's `open.ts` is given; `core.ts` and `api.ts` come after
 * all `open.ts` and `api.ts` of the rooms.
 */
const given = [
  'begin-writing.ts',
  'core-signals.ts',
  'follow-connections.ts',
  'keep-library.ts',
  'long-reads.ts',
  'node-ports.ts',
  'open-library.ts',
  'operations.ts',
  'part.ts',
  'ports.ts',
  'reads.ts',
  'restored-library.ts',
]

/** Where files stand that are not plain files of a room, after all rooms. */
const floors = ['given', 'open', 'context', 'api', 'core', 'window']

const floorOf = (file) => {
  if (given.includes(file)) return 'given'
  if (file === 'call-context.ts' || file === 'implementer.ts') return 'context'
  if (!file.includes('/')) return 'core'
  if (file.startsWith('window/')) return 'window'
  const [name] = file.split('/').slice(-1)
  if (/^(?:[a-z-]+-)?api\.ts$/.test(name)) return 'api'
  return name === 'open.ts' || openers.includes(file) ? 'open' : undefined
}

/** Files beside an `open.ts` that make a part of its room. */
const openers = [
  'checks/open-measuring.ts',
  'pictures/library/open-sent-files.ts',
  'watching/open-following.ts',
  'watching/watched-on-close.ts',
  'workspaces/connections/open-connecting.ts',
]

/** How high a file of the core stands: it imports nothing that stands higher. `undefined`: it is in no room. */
export const heightOf = (file) => {
  const floor = floors.indexOf(floorOf(file) ?? '')
  if (floor >= 0) return rooms.length + floor
  const room = rooms.indexOf(file.split('/')[0])
  return room < 0 ? undefined : room
}

/**
 * The part of a room that owns each table of the library (electron/core/base/database/schema.ts, derived-*.ts): no statement elsewhere names it.
 * A room that needs more asks a function of the owner, and may put a condition that the owner made into a statement of its own.
 *
 * A derived table belongs to the part whose question it answers; triggers of the schema fill it.
 *
 * Exceptions: `base/database` makes, repairs, restores and copies every table; files in a folder `lists` read them all, and write none.
 */
export const tableOwners = {
  settings: 'base/database',
  library: 'base/database',
  recoveries: 'base/database',
  unreadable_rows: 'base/database',
  actions: 'queue',
  action_work: 'queue',
  jobs: 'queue',
  job_dependencies: 'queue',
  job_counts: 'queue',
  repeats: 'queue',
  request_counts: 'queue',
  connections: 'workspaces/connections',
  images: 'pictures/library',
  drops: 'pictures/library',
  originals: 'pictures/library',
  sent_files: 'pictures/library',
  picture_codes: 'pictures/codes',
  codes_due: 'pictures/codes',
  measurements: 'checks',
  printed_texts: 'checks',
  measurements_due: 'checks',
  picture_fixes: 'pictures/library',
  picture_likeness: 'pictures/similar',
  likeness_due: 'pictures/similar',
  same_pictures: 'pictures/similar',
  different_pictures: 'pictures/similar',
  requirement_profiles: 'checks',
  picture_checks: 'checks',
  check_results: 'checks',
  changed_files: 'pictures/library',
  refusals: 'pictures/library',
  sources: 'pictures/library',
  picture_count: 'pictures/library',
  picture_work: 'pictures/library',
  attach_pictures: 'pictures/library',
  published: 'pictures/publishing',
  data_trials: 'pictures/publishing',
  answers: 'answers',
  cells: 'answers',
  cell_columns: 'answers',
  question_sets: 'answers/question-sets',
  sheet_changes: 'answers/sheet',
  sheet_before: 'answers/sheet',
  cell_history: 'answers/sheet',
  asks_due: 'answers/question-sets',
  products: 'products/ledger',
  facts: 'products/ledger',
  attribute_lists: 'products/ledger',
  replaced_lists: 'products/ledger',
  attached_sources: 'products/ledger',
  ledger_clock: 'products/ledger',
  catalogue_lists: 'products/catalogue',
  catalogue_entries: 'products/catalogue',
  catalogue_said: 'products/catalogue',
  catalogue_columns: 'products/catalogue',
  matches: 'products/matching',
  match_changes: 'products/matching',
  match_before: 'products/matching',
  match_keys: 'products/matching',
  plans: 'products/plans',
  plan_products: 'products/plans',
  match_rules: 'products/matching',
  removed_products: 'products/matching',
  content_lists: 'answers/brand-voices',
  written_texts: 'answers/brand-voices',
  other_sources: 'answers/other-sources',
  watched_folders: 'watching',
  watched_places: 'watching',
  watched_files: 'watching',
  watch_reports: 'watching',
  followed_lists: 'watching',
}

const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** A file's path from the core's folder, with slashes. */
const slashed = (core, file) => relative(core, file).split(sep).join('/')

/** File → the files of this folder that it imports; paths from the folder, with slashes. `inside`: only files of these folders in it. */
export const readImports = (core, inside = ['.']) =>
  new Map(
    inside
      .flatMap((one) => listFiles(join(core, one)))
      .map((file) => {
        const named = [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => to)
        const ours = named.map((to) => slashed(core, resolve(dirname(file), to))).filter((to) => !to.startsWith('..'))
        return [slashed(core, file), [...new Set(ours)]]
      }),
  )

/** The room and part of a file, as tables name their owners: “products/matching”, “queue”. */
export const partOf = (file) => {
  const [room, part] = file.split('/')
  return Object.hasOwn(names.rooms[room]?.parts ?? {}, part) ? `${room}/${part}` : room
}

/** Imports from a higher file, as “file → file”. */
export const findUpward = (imports) =>
  [...imports].flatMap(([file, all]) => all.filter((to) => heightOf(to) > heightOf(file)).map((to) => `${file} → ${to}`))

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

/** Operations that a file of the queue names, as “file: operation”: it knows none, so that adding one changes nothing in it. */
export const findNamedOperations = (core) => {
  const text = readFileSync(join(core, '..', '..', 'shared', 'queue', 'operations.ts'), 'utf8')
  const operations = [...text.matchAll(/^ {2}'?([a-z]+-[a-z]+)'?: \{/gm)].map(([, name]) => name)
  return listFiles(join(core, 'queue'))
    .filter((file) => !file.endsWith('open.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return operations.filter((name) => text.includes(name)).map((name) => `${slashed(core, file)}: ${name}`)
    })
}

/** Without comments on lines of their own, which may speak of any table. */
const codeOf = (text) => text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/^\s*\/\/.*$/gm, '')

/**
 * Files that keep the active workspace in a constant, or read it although they are neither calls (`api.ts`) nor put together (`open.ts`), and why they may.
 * Everywhere else it is a function that is called in the write, or the workspace of a call (`askedIn`): another one may be active after an `await`.
 */
const readsActive = {
  'activity/lists/change-feed.ts': 'what a window shows now',
  'activity/lists/describe-core.ts': 'what a diagnosis says now',
  'activity/lists/queue-progress.ts': 'what a window shows now',
  'answers/questions/ask-about.ts': 'an estimate, and a function for the write',
  'begin-writing.ts': 'before anything else runs; each key is renewed for what it is then',
  'checks/fix-pictures.ts': 'read in the piece that is planned, or counted, in one turn',
  'checks/judged-file.ts': 'read and used in one turn',
  'checks/shop-checks.ts': 'read and used in one turn',
  'core.ts': 'a function for arrivals',
  'exchange/handover/open.ts': 'a function that reads it each time',
  'pictures/library/api.ts': 'a preview, which writes nothing',
  'pictures/library/pictures-api.ts': 'names the workspace of a call: what is tried again is uploaded there',
  'pictures/library/shown-conversion.ts': 'read and used in one turn',
  'products/ledger/api.ts': 'read and used in one turn',
  'products/plans/api.ts': 'names the workspace of a call: its plan, with its mark, is confirmed there',
  'watching/open-following.ts': 'says whose list is looked at; each change names the list by its id',
  'watching/settle-due.ts': 'read in the write, or names the workspace whose rules look',
  'workspaces/connections/asked-in.ts': 'the way to name the workspace of a call',
  'workspaces/connections/open-connecting.ts': 'the connection itself',
  'workspaces/connections/workspaces-api.ts': 'what a window shows now',
}

/** Files that read the active workspace where another one may be active by the time they use it, as “file: line”. */
export const findCaptured = (core) =>
  listFiles(core).flatMap((file) => {
    const name = slashed(core, file)
    if (!name.endsWith('.ts') || Object.hasOwn(readsActive, name)) return []
    const isPutTogether = /(?:^|[/-])(?:api|open)\.ts$/.test(name)
    const read = isPutTogether ? /\b(?:const|let) \w+ = (?:\w+\.)*connections\.active\(\).*/g : /.*\bconnections\.active\(\).*/g
    const found = codeOf(readFileSync(file, 'utf8')).matchAll(read)
    return [...found].map(([line]) => `${name}: ${line.trim()}`)
  })

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
  const part = partOf(file)
  if (part === 'base/database') return []
  return readTables(text).flatMap(({ table, isWritten }) => {
    if (table === null) return [`${file} puts the name of a table into a statement: its owner can't be checked.`]
    const owner = Object.hasOwn(tableOwners, table) ? tableOwners[table] : part
    if (owner === part || part.startsWith(`${owner}/`)) return []
    if (file.includes('/lists/')) return isWritten ? [`${file} writes ${table}: lists only read.`] : []
    return [`${file} names ${table}, a table of ${owner}: ask a function there.`]
  })
}

/** The files of the schema, in the folder `base/database`. */
export const listSchemaFiles = (core) =>
  readdirSync(join(core, 'base/database')).filter(
    (name) => name.endsWith('schema.ts') || (name.startsWith('derived-') && name.endsWith('.ts')),
  )

/** Statements on another room's tables, and tables without an owner or owners without a table. */
export const findForeignTables = (core) => {
  const schema = listSchemaFiles(core)
    .map((name) => readFileSync(join(core, 'base/database', name), 'utf8'))
    .join('\n')
  const tables = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table)
  const owned = Object.keys(tableOwners)
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner: name one in build/check-rooms.mjs.`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `${table} has an owner, but is no table of the schema.`),
    ...new Set(listFiles(core).flatMap((file) => findForeignIn(slashed(core, file), readFileSync(file, 'utf8')))),
  ]
}

const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Folders of the house without a name in build/names.json. `root`: of the project. */
const findUnnamedFolders = (root) =>
  ['electron/core', 'shared', 'renderer'].flatMap((house) => {
    const beside = Object.keys(names.beside[house] ?? {})
    return foldersIn(join(root, house)).flatMap((room) => {
      if (!rooms.includes(room)) return beside.includes(room) ? [] : [`${house}/${room}`]
      const { parts } = names.rooms[room]
      if (parts === undefined) return []
      return foldersIn(join(root, house, room))
        .filter((part) => part !== 'lists' && !Object.hasOwn(parts, part) && !beside.includes(`${room}/${part}`))
        .map((part) => `${house}/${room}/${part}`)
    })
  })

/** Parts of the contract without a name there, and names without a part. */
const findUnnamedContract = (root) => {
  const text = readFileSync(join(root, 'shared', 'contract.ts'), 'utf8')
  const parts = [...text.matchAll(/^ {2}(\w+): \w+Contract,$/gm)].map(([, part]) => part)
  const named = Object.values(names.contract).flat()
  return [...parts.filter((part) => !named.includes(part)), ...named.filter((part) => !parts.includes(part))].map(
    (part) => `contract.${part}`,
  )
}

/** Files and folders called by another word for an idea than its name. */
const findOtherWords = (root) => {
  const others = Object.entries(names.ideas).flatMap(([name, { not }]) => not.map((word) => [word, name]))
  return ['electron/core', 'shared', 'renderer'].flatMap((house) =>
    readdirSync(join(root, house), { recursive: true }).flatMap((path) => {
      const slashes = path.split(sep).join('/')
      const words = `-${slashes.split('/').at(-1).split('.')[0]}-`
      return others
        .filter(([word]) => words.includes(`-${word}-`))
        .map(([word, name]) => `${house}/${slashes} says “${word}”: the name is “${name}”.`)
    }),
  )
}

/** Names that build/names.json doesn't have, one line each. */
export const findUnnamed = (root) => [
  ...[...findUnnamedFolders(root), ...findUnnamedContract(root)].map(
    (one) => `${one} has no name in build/names.json, or its name has nothing.`,
  ),
  ...findOtherWords(root),
]

/** Returns the problems, one line each. */
export const findFaults = (imports) => [
  ...[...imports.keys()]
    .filter((file) => heightOf(file) === undefined)
    .map((file) => `${file} is in no room: name its folder in build/names.json.`),
  ...findUpward(imports).map((edge) => `${edge}: a file imports from a room above its own.`),
  ...findCycles(imports).map((group) => `${group}: these import each other.`),
]

/** Files anywhere that import each other, types included; the core’s are among its faults. */
export const findCircles = (root) =>
  findCycles(readImports(root, ['electron', 'renderer', 'shared']))
    .filter((group) => !group.split(', ').every((file) => file.startsWith('electron/core/')))
    .map((group) => `${group}: these import each other.`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  const core = join(root, 'electron', 'core')
  const named = findNamedOperations(core).map((one) => `${one} is named, and the queue knows no operation.`)
  const captured = findCaptured(core).map((one) => `${one}\n  Read the active workspace in the write, or name it in the call (askedIn).`)
  const faults = [
    ...findFaults(readImports(core)),
    ...named,
    ...captured,
    ...findForeignTables(core),
    ...findUnnamed(root),
    ...findCircles(root),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
