import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

type Imports = ReadonlyMap<string, readonly string[]>
interface Rooms {
  readonly readImports: (core: string) => Imports
  readonly findFaults: (imports: Imports) => string[]
  readonly findNamedOperations: (core: string) => string[]
  readonly findForeignTables: (core: string) => string[]
  readonly findCaptured: (core: string) => string[]
  readonly findCircles: (root: string) => string[]
  readonly findUnnamed: (root: string) => string[]
  readonly listSchemaFiles: (core: string) => string[]
}
const path = '../../build/check-rooms.mjs'
const { readImports, findCaptured, findCircles, findFaults, findForeignTables, findNamedOperations, findUnnamed, listSchemaFiles }: Rooms =
  await import(path)
const root = fileURLToPath(new URL('../..', import.meta.url))
const core = join(root, 'electron', 'core')

it('finds that no room of the core imports from one above it, and no circular imports', () => {
  const imports = readImports(core)
  expect(imports.get('core.ts')).toContain('open-library.ts')
  expect(findFaults(imports)).toEqual([])
})

it('finds no circular imports anywhere else, types included', () => {
  expect(findCircles(root)).toEqual([])
})

it('names an upward import, a circle and a folder that is not a room', () => {
  const faults = findFaults(
    new Map([
      ['pictures/library/picture-store.ts', ['api.ts', 'base/database/journal.ts']],
      ['base/database/journal.ts', []],
      ['api.ts', []],
      ['service/one.ts', ['service/two.ts']],
      ['service/two.ts', ['service/one.ts']],
      ['attic/old.ts', []],
    ]),
  )
  expect(faults).toHaveLength(3)
  expect(faults[0]).toContain('attic/old.ts')
  expect(faults[1]).toContain('pictures/library/picture-store.ts → api.ts')
  expect(faults[2]).toContain('service/one.ts, service/two.ts')
})

it('names a file of the queue that knows an operation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-rooms-'))
  const inside = join(folder, 'electron', 'core')
  await mkdir(join(inside, 'queue'), { recursive: true })
  await mkdir(join(folder, 'shared', 'queue'), { recursive: true })
  await cp(join(core, '../../shared/queue/operations.ts'), join(folder, 'shared/queue/operations.ts'))
  await writeFile(join(inside, 'queue/one.ts'), "export const isUpload = (name: string) => name === 'upload-source'\n")
  await writeFile(join(inside, 'queue/two.ts'), 'export const two = 2\n')
  expect(findNamedOperations(inside)).toEqual(['queue/one.ts: upload-source'])
  await rm(folder, { recursive: true })
})

it('names a file that keeps the active workspace for later, and none of today', async () => {
  expect(findCaptured(core)).toEqual([])
  const folder = await mkdtemp(join(tmpdir(), 'packshot-rooms-'))
  await mkdir(join(folder, 'products'), { recursive: true })
  await writeFile(
    join(folder, 'products/api.ts'),
    'const connectionId = () => connections.active()?.id ?? null\n  const active = ports.connections.active()\n',
  )
  await writeFile(join(folder, 'products/send.ts'), '// connections.active() of then\nwrite(connections.active())\n')
  expect(findCaptured(folder).sort()).toEqual([
    'products/api.ts: const active = ports.connections.active()',
    'products/send.ts: write(connections.active())',
  ])
  await rm(folder, { recursive: true })
})

describe('the owners of tables', () => {
  it('are known for every table of the schema, and no other room has a statement on one', () => {
    expect(findForeignTables(core)).toEqual([])
  })

  const schema = Object.fromEntries(
    listSchemaFiles(core).map((name) => [`base/database/${name}`, readFileSync(join(core, 'base/database', name), 'utf8')]),
  )
  const main = schema['base/database/schema.ts'] ?? ''
  /** What is found in a core of these files beside the real schema. */
  const findIn = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-rooms-'))
    for (const [name, text] of Object.entries({ ...schema, ...files })) {
      await mkdir(join(folder, dirname(name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    const found = findForeignTables(folder)
    await rm(folder, { recursive: true })
    return found
  }

  it.each([
    ['reads', "journal.get('SELECT id FROM jobs WHERE seq = 1')"],
    ['joins', '`SELECT images.id FROM images JOIN jobs ON jobs.subject = images.id`'],
    ['lists', '`SELECT 1 FROM json_each(?) AS wanted, jobs WHERE jobs.id = wanted.value`'],
    ['asks for', '`UPDATE images SET removed_at = 1 WHERE NOT EXISTS (SELECT 1 FROM jobs)`'],
    ['adds to', "journal.run('INSERT OR IGNORE INTO jobs (id) VALUES (?)', id)"],
    ['changes', "journal.run('UPDATE OR IGNORE jobs SET state = ?', state)"],
    ['deletes from', "journal.run('delete from jobs')"],
  ])('are asked: a statement elsewhere that %s a table is found', async (_, text) => {
    const file = 'pictures/library/one.ts'
    expect(await findIn({ [file]: text })).toEqual([`${file} names jobs, a table of queue: ask a function there.`])
    expect(await findIn({ 'queue/one.ts': text.replaceAll('images', 'jobs') })).toEqual([])
    expect(await findIn({ 'base/database/one.ts': text })).toEqual([])
  })

  it('let lists read all tables and write none', async () => {
    expect(await findIn({ 'activity/lists/one.ts': '`SELECT 1 FROM jobs JOIN images ON true`' })).toEqual([])
    expect(await findIn({ 'activity/lists/one.ts': '`DELETE FROM jobs`' })).toEqual(['activity/lists/one.ts writes jobs: lists only read.'])
  })

  it('can’t be told from a name that is put in at run time', async () => {
    const dollar = '$'
    expect(await findIn({ 'pictures/library/one.ts': `\`UPDATE ${dollar}{table} SET at = 1\`` })).toHaveLength(1)
  })

  it('may be named in comments by anyone', async () => {
    expect(await findIn({ 'pictures/library/one.ts': '/** Read from jobs. */\n// Taken from jobs.\n' })).toEqual([])
  })

  it('are named for a table that has none', async () => {
    const found = await findIn({ 'base/database/schema.ts': `${main}\nCREATE TABLE labels (id TEXT) STRICT` })
    expect(found).toEqual(['labels has no owner: name one in build/check-rooms.mjs.'])
    expect(await findIn({ 'base/database/schema.ts': main.replace('CREATE TABLE refusals', 'CREATE TABLE jobs') })).toEqual([
      'refusals has an owner, but is no table of the schema.',
    ])
  })
})

describe('the names of the house', () => {
  it('are known for every room, part and part of the contract, and no file says another word for an idea', () => {
    expect(findUnnamed(root)).toEqual([])
  })

  it('are asked of a new folder, a new part of the contract and another word', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-names-'))
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await write('electron/core/attic/old.ts', '')
    await write('electron/core/products/attic/old.ts', '')
    await write('renderer/pictures/image-grid.tsx', '')
    await write(
      'shared/contract.ts',
      (await readFile(join(root, 'shared/contract.ts'), 'utf8')).replace('  plans:', '  attic: atticContract,\n  plans:'),
    )
    const found = findUnnamed(folder)
    await rm(folder, { recursive: true })
    expect(found).toEqual([
      expect.stringContaining('electron/core/attic '),
      expect.stringContaining('electron/core/products/attic '),
      expect.stringContaining('contract.attic '),
      'renderer/pictures/image-grid.tsx says “image”: the name is “picture”.',
    ])
  })
})
