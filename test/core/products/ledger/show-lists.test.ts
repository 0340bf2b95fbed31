import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createProductStore } from '../../../../electron/core/products/ledger/product-store.ts'
import { compareDerived } from '../../../support/derived-tables.ts'

const pictures = 900
const ids = Array.from({ length: pictures }, (_, at) => `source-${String(at).padStart(4, '0')}`.padEnd(100, '-'))
const lengths = [0, 1, 3, 100, 260, 261, 700]
const refs = ['one', 'two']
/** Two workspaces, which name different pictures alike. */
const connections = ['a', 'b']

const addProduct = (database: DatabaseSync, ref: string, owner: string | null): void =>
  void database
    .prepare('INSERT INTO products (ref, connection_id, product_id, created_by_us, added_at, name) VALUES (?1, ?2, ?1, 0, 1, ?1)')
    .run(ref, owner)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-'))
  const database = new DatabaseSync(join(folder, 'template.db'))
  migrate(database)
  database.exec('BEGIN')
  for (const id of connections)
    database.exec(`INSERT INTO connections (id, value, active, added_at) VALUES ('${id}', '{}', ${id === 'a' ? 1 : 0}, 1)`)
  for (const ref of refs) addProduct(database, ref, 'a')
  for (const [at, id] of ids.entries()) {
    const seq = at + 1
    database.exec(`INSERT INTO images (seq, id, name, origin, added_at, format, bytes, width, height, checked)
      VALUES (${seq}, 'img_${seq}', 'a', '{}', 1, 'png', 1, 1, 1, 2);
      INSERT INTO originals (picture, version, sha256, format, bytes, width, height, orientation, has_alpha, has_gps, staged, added_at)
      VALUES (${seq}, 1, '${seq}', 'png', 1, 1, 1, 1, 0, 0, 'a', 1)`)
    // Some are not uploaded yet.
    if (at % 9 > 0)
      database.exec(
        `INSERT INTO sources (connection_id, source_id, image_id, version, uploaded_at) VALUES ('a', '${id}', 'img_${seq}', 1, 1)`,
      )
    // A picture may have two sources.
    if (at % 7 === 0)
      database.exec(
        `INSERT INTO sources (connection_id, source_id, image_id, version, uploaded_at) VALUES ('b', '${id}', 'img_${Math.ceil(seq / 2)}', 1, 1)`,
      )
  }
  database.exec('COMMIT')
  database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (path: string) => {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  const journal = createJournal(database, systemPlatform)
  return { database, journal, products: createProductStore(journal, { now: () => 1, monotonic: () => 1 }) }
}
type Library = ReturnType<typeof open>

const listsAsWritten = (database: DatabaseSync): string[] =>
  database
    .prepare('SELECT DISTINCT value AS id, product_ref, attribute FROM attribute_lists CROSS JOIN json_each(source_ids)')
    .all()
    .map((row) => `${row.id} ${row.product_ref} ${row.attribute}`)
    .sort()

const keptPlaces = (database: DatabaseSync): unknown[] =>
  database.prepare('SELECT connection_id AS id, seq, attached AS places FROM picture_work WHERE attached > 0 ORDER BY 1, 2').all()

/** Where each workspace's lists show each picture: first (2), elsewhere (1). A list without an origin may begin with others. */
const placesAsWritten = (database: DatabaseSync): unknown[] =>
  database
    .prepare(
      `SELECT sources.connection_id AS id, images.seq, 2 * max(one.key = 0) + max(one.key > 0 OR attribute_lists.origin IS NULL) AS places
       FROM attribute_lists CROSS JOIN products ON ref = product_ref CROSS JOIN json_each(source_ids) AS one
       CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = one.value AND gone = 0
       CROSS JOIN images ON images.id = image_id GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all()

/** The invariant, right after each change: what is derived is what the lists say, as they are written. */
const check = ({ database, products }: Library): void => {
  const derived = database.prepare('SELECT source_id, product_ref, attribute FROM attached_sources').all()
  expect(derived.map((row) => `${row.source_id} ${row.product_ref} ${row.attribute}`).sort()).toEqual(listsAsWritten(database))
  expect(keptPlaces(database)).toEqual(placesAsWritten(database))
  const owned = new Set(
    database
      .prepare("SELECT ref FROM products WHERE connection_id = 'a'")
      .all()
      .map(({ ref }) => String(ref)),
  )
  const found = products.listsWith('a', ids).map((one) => `${one.sourceId} ${one.productRef} ${one.attribute}`)
  expect(found.sort()).toEqual(listsAsWritten(database).filter((one) => owned.has(one.split(' ')[1] ?? '')))
}

const list = fc.record({
  kind: fc.constant('list' as const),
  ref: fc.constantFrom(...refs),
  attribute: fc.constantFrom('Images', 'IMAGES', 'More', 'Parts'),
  from: fc.nat(pictures - 1),
  length: fc.constantFrom(...lengths),
})
const step = fc.oneof(
  { weight: 6, arbitrary: list },
  fc.constant({ kind: 'merge' as const }),
  fc.constant({ kind: 'absorb' as const }),
  fc.record({ kind: fc.constantFrom('upload' as const, 'lost' as const), picture: fc.nat(pictures - 1) }),
  fc.record({ kind: fc.constant('own' as const), owner: fc.constantFrom(...connections) }),
  // The rest of the list stays unknown.
  fc.record({
    kind: fc.constant('append' as const),
    ref: fc.constantFrom(...refs),
    from: fc.nat(pictures - 1),
    length: fc.constantFrom(1, 261),
  }),
  fc.record({ kind: fc.constant('off' as const), ref: fc.constantFrom(...refs), length: fc.constantFrom(1, 3, 300) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A list that was stated while its product waited for a workspace. */
const statedBefore: Step[] = [
  { kind: 'absorb' },
  { kind: 'list', ref: 'two', attribute: 'Images', from: 1, length: 3 },
  { kind: 'own', owner: 'a' },
]

it('follows each list, however long it is, with its change', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const path = join(folder, `${run++}.db`)
      copyFileSync(join(folder, 'template.db'), path)
      const library = open(path)
      let records: Readonly<Record<string, string>> = { one: 'one', two: 'two' }
      for (const one of steps) {
        const { database, journal, products } = library
        const ref = 'ref' in one ? (records[one.ref] ?? '') : ''
        if (one.kind === 'list') {
          const wanted = Array.from({ length: one.length }, (_, at) => ids[(one.from + at * 2) % pictures] ?? '')
          journal.write(() => products.facts.add(ref, one.attribute, { kind: 'shown', ids: wanted, isComplete: true }))
        } else if (one.kind === 'merge') journal.write(() => products.facts.merge(records.two ?? '', 'one', 'adopted'))
        else if (one.kind === 'absorb') {
          const { two = '' } = records
          records = { one: 'one', two: `${two}+` }
          journal.write(() => {
            products.merge(two, 'one')
            addProduct(database, `${two}+`, null)
          })
        } else if (one.kind === 'own')
          journal.write(() => journal.run('UPDATE products SET connection_id = ? WHERE connection_id IS NULL', one.owner))
        else if (one.kind === 'append')
          journal.write(() => {
            const wanted = Array.from({ length: one.length }, (_, at) => ids[(one.from + at * 3) % pictures] ?? '')
            const { seq } = products.facts.add(ref, 'Parts', { kind: 'sent', jobId: 'job', ids: wanted, mode: 'append' })
            products.facts.add(ref, 'Parts', { kind: 'confirmed', sent: seq })
          })
        else if (one.kind === 'off')
          journal.write(() => {
            for (const name of products.facts.attributesOf(ref))
              products.facts.add(ref, name, { kind: 'gone', ids: products.facts.read(ref, name).ids.slice(0, one.length) })
          })
        else if (one.kind === 'lost')
          journal.write(() => journal.run('UPDATE sources SET gone = 1 - gone WHERE source_id = ?', ids[one.picture] ?? ''))
        else
          journal.write(() =>
            journal.run(
              "INSERT OR IGNORE INTO sources (connection_id, source_id, image_id, version, uploaded_at) VALUES ('a', ?, ?, 1, 1)",
              ids[one.picture] ?? '',
              `img_${one.picture + 1}`,
            ),
          )
        check(library)
      }
      await library.journal.durable()
      const { kept, again } = compareDerived(library.database)
      expect(kept).toEqual(again)
      library.journal.close()
    }),
    { numRuns: 12, seed: 3, examples: [[statedBefore]] },
  )
})
