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
  'settings',
  'publishing',
  'questions',
  'products',
  'content',
  'sources',
  'work/operations',
  'views',
  'parts',
  'handlers',
  '.',
  'updates',
  'window',
]

const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

/** File → the files of the core that it imports; paths from the core's folder, with slashes. */
export const readImports = (core) =>
  new Map(
    listFiles(core).map((file) => {
      const named = [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => to)
      const toName = (path) => relative(core, path).split(sep).join('/')
      const inside = named.map((to) => toName(resolve(dirname(file), to))).filter((to) => !to.startsWith('..'))
      return [toName(file), [...new Set(inside)]]
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
    return operations.filter((name) => text.includes(name)).map((name) => `${relative(core, file).split(sep).join('/')}: ${name}`)
  })
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
  const faults = [...findFaults(readImports(core)), ...named]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
