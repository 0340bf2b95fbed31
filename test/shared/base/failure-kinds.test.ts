import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = new URL('../../../shared/', import.meta.url)

/** Each file of words that holds an area's failures, by its `…Errors` record. */
const readAreas = async (): Promise<readonly { readonly area: string; readonly kinds: readonly string[] }[]> => {
  const files = globSync('*/*-error-words.ts', { cwd: fileURLToPath(folder) })
  const modules = await Promise.all(files.map(async (name) => Object.entries((await import(new URL(name, folder).href)) as object)))
  return modules.flat().flatMap(([area, words]) => (area.endsWith('Errors') ? [{ area, kinds: Object.keys(words as object) }] : []))
}

it('declares each kind of failure in one area only, as one would replace the words of the other', async () => {
  const areas = await readAreas()
  expect(areas.length).toBeGreaterThan(10)
  const owners = new Map<string, string[]>()
  for (const { area, kinds } of areas) for (const kind of kinds) owners.set(kind, [...(owners.get(kind) ?? []), area])
  expect([...owners].filter(([, found]) => found.length > 1)).toEqual([])
})
