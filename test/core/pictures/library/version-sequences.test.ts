import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Journal, Row } from '../../../../electron/core/base/database/journal.ts'
import { schema } from '../../../../electron/core/base/database/schema.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import { imageIdOf } from '../../../../electron/core/pictures/library/picture-id.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { createPictureVersions } from '../../../../electron/core/pictures/library/picture-versions.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'
import { isDecided } from '../../../../electron/core/products/matching/match-store.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'

const open = () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  let ids = 0
  const journal = {
    get: (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).get(...values) as Row | undefined,
    all: (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values) as Row[],
    run: (sql: string, ...values: SQLInputValue[]) => Number(database.prepare(sql).run(...values).changes),
    write: <T>(change: () => T) => change(),
    durable: async () => {},
    nextTurn: async () => {},
    monotonic: () => 0,
    newId: (prefix: string) => `${prefix}${ids++}`,
  } as unknown as Journal
  const images = createImageStore(journal)
  const jobs = createJobStore(journal, operationDefinitions)
  const removal = {
    takeOut: (all: readonly string[]) => all.map((id) => journal.run('UPDATE images SET removed_at = 1 WHERE id = ?', id)).length,
  }
  const ports = {
    journal,
    jobs,
    images,
    sources: createSourceStore(journal),
    removal: removal as never,
    isDecided,
    onVersion: () => {},
    onSeparated: () => {},
    onKeptApart: () => {},
  }
  const versions = createPictureVersions({ ...ports, clock: { now: () => 2 } })
  /** A file of a watched folder has this content now. */
  const arrive = (content: string, path: string): void => {
    const sha256 = content.repeat(64)
    const known = images.ofContent(sha256)
    if (known) return void images.moveTo(known.id, path, new Set())
    const facts = { format: 'png', bytes: 1, width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false } as const
    const about = { name: path.slice(path.lastIndexOf('/') + 1), origin: { kind: 'file', path }, addedAt: ids++ } as const
    images.add({ id: imageIdOf(sha256), sha256, ...facts, ...about, staged: `${sha256}.png`, version: 1, check: 'passed' })
  }
  return { journal, images, versions, arrive, close: () => database.close() }
}

const contents = ['a', 'b', 'c', 'd'] as const
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      content: fc.constantFrom(...contents),
      at: fc.constantFrom('/k/x.png', '/k/y.png'),
    }),
  },
  fc.record({ kind: fc.constantFrom('use' as const, 'keep' as const), which: fc.option(fc.nat(3)) }),
  fc.record({ kind: fc.constant('separate' as const), content: fc.constantFrom(...contents) }),
)

it('keeps every content in a picture that is there, and offers none in a circle, in whatever order files change and versions are chosen', async () => {
  let offers = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      const { journal, images, versions, arrive, close } = open()
      const arrived = new Set<string>()
      for (const one of steps) {
        const { rows } = versions.page(0, 10)
        offers += rows.length
        if (one.kind === 'arrive') {
          arrive(one.content, one.at)
          arrived.add(one.content)
        } else if (one.kind === 'separate') {
          const picture = images.ofContent(one.content.repeat(64))
          if (picture) await versions.separate([picture.id])
        } else {
          const chosen = one.which === null ? null : rows.slice(one.which, one.which + 1).map(({ imageId }) => imageId)
          if (one.kind === 'use') await versions.makeVersions(chosen)
          else await versions.keepBoth(chosen)
        }
        for (const content of arrived) expect(images.isPresent(images.ofContent(content.repeat(64))?.id ?? ''), content).toBe(true)
        const next = new Map(
          journal.all('SELECT picture, earlier FROM changed_files').map((row) => [Number(row.picture), Number(row.earlier)]),
        )
        for (const picture of next.keys()) {
          const seen = new Set<number>()
          for (let at: number | undefined = picture; at !== undefined; at = next.get(at)) {
            expect(seen.has(at)).toBe(false)
            seen.add(at)
          }
        }
      }
      close()
    }),
    {
      numRuns: 100,
      examples: [
        [
          [
            { kind: 'arrive', content: 'a', at: '/k/x.png' },
            { kind: 'arrive', content: 'b', at: '/k/x.png' },
            { kind: 'arrive', content: 'a', at: '/k/x.png' },
            { kind: 'use', which: 0 },
            { kind: 'use', which: null },
          ],
        ],
      ],
    },
  )
  expect(offers).toBeGreaterThan(30)
})
