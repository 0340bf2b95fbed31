import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import type { WorkspaceAdmin } from '../support/workspace-admin.ts'

/** What a workspace has in the end. `expected`: by a product’s name, the SHA-256 of its pictures, in order. */
type Held = {
  readonly expected: Readonly<Record<string, readonly string[]>>
  readonly count: { readonly products: number; readonly pictures: number }
}

/** The workspace has each product once, with exactly its pictures, in order; each source’s bytes are read back and hashed. */
export const expectHeld = async (workspace: WorkspaceAdmin, { expected, count }: Held): Promise<void> => {
  const token = (await readFile(join(workspace.folder, 'admin-token'), 'utf8')).trim()
  const hashes = new Map<string, string>()
  for (const { id, sha256 } of await listSources(workspace)) {
    const answer = await fetch(`${workspace.baseUrl}/admin/sources/${id}/bytes`, { headers: { 'x-admin-token': token } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex'), id).toBe(sha256)
    hashes.set(id, sha256)
  }
  expect(hashes.size).toBe(count.pictures)
  const held = await listProducts(workspace)
  expect(held).toHaveLength(count.products)
  expect(Object.fromEntries(held.map(({ name, attributes }) => [name, (attributes.Images ?? []).map((id) => hashes.get(id))]))).toEqual(
    expected,
  )
}

/** Says how long each step took; on a busy computer that says little. */
export const createStopwatch = () => {
  const steps: string[] = []
  return {
    step: async <T>(name: string, task: () => Promise<T>): Promise<T> => {
      const begun = performance.now()
      const result = await task()
      steps.push(`${name} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      return result
    },
    sum: (): string => steps.join(', '),
  }
}
