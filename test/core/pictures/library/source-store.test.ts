import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Journal } from '../../../../electron/core/base/database/journal.ts'
import { schema } from '../../../../electron/core/base/database/schema.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'

it('finds the pictures of sources by their ids, without reading the workspace’s other sources', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  const plans: string[] = []
  const get: Journal['get'] = (sql, ...values) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    plans.push(steps.map((step) => String(step.detail)).find((step) => step.startsWith('SEARCH sources')) ?? 'none')
    return database.prepare(sql).get(...(values as string[]))
  }
  const sources = createSourceStore({ get } as Journal)
  sources.imageOf('c', 's')
  sources.imagesOf('c', ['s'])
  sources.formerImageOf('c', 's')
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).toContain('sources_by_source (connection_id=? AND source_id=?')
  database.close()
})
