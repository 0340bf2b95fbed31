import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

type Imports = ReadonlyMap<string, readonly string[]>
interface Rooms {
  readonly readImports: (core: string) => Imports
  readonly findFaults: (imports: Imports) => string[]
  readonly findNamedOperations: (core: string) => string[]
}
const path = '../../build/check-rooms.mjs'
const { readImports, findFaults, findNamedOperations }: Rooms = await import(path)
const core = join(fileURLToPath(new URL('../..', import.meta.url)), 'electron', 'core')

it('finds that no room of the core imports from one above it, and no circular imports', () => {
  const imports = readImports(core)
  expect(imports.get('core.ts')).toContain('parts/open-library.ts')
  expect(findFaults(imports)).toEqual([])
})

it('names an upward import, a circle and a folder that is not a room', () => {
  const faults = findFaults(
    new Map([
      ['library/image-store.ts', ['handlers/router.ts', 'database/journal.ts']],
      ['database/journal.ts', []],
      ['handlers/router.ts', []],
      ['session/one.ts', ['session/two.ts']],
      ['session/two.ts', ['session/one.ts']],
      ['attic/old.ts', []],
    ]),
  )
  expect(faults).toHaveLength(3)
  expect(faults[0]).toContain('attic/old.ts')
  expect(faults[1]).toContain('library/image-store.ts → handlers/router.ts')
  expect(faults[2]).toContain('session/one.ts, session/two.ts')
})

it('names a file of the queue that knows an operation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-rooms-'))
  await mkdir(join(folder, 'work/queue'), { recursive: true })
  await mkdir(join(folder, 'work/operations/upload-source'), { recursive: true })
  await writeFile(join(folder, 'work/queue/one.ts'), "export const isUpload = (name: string) => name === 'upload-source'\n")
  await writeFile(join(folder, 'work/queue/two.ts'), 'export const two = 2\n')
  expect(findNamedOperations(folder)).toEqual(['work/queue/one.ts: upload-source'])
  await rm(folder, { recursive: true })
})
