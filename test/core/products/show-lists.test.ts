import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/database/journal.ts'
import { migrate } from '../../../electron/core/database/migrations.ts'
import { systemPlatform } from '../../../electron/core/platform/platform.ts'
import { createProductStore } from '../../../electron/core/products/product-store.ts'
import { createListDisplay } from '../../../electron/core/products/show-lists.ts'
import { compareDerived } from '../../support/derived-tables.ts'

const pictures = 900
/** Ids so long that lists of 100 are followed at once, and those of 260 in pieces. */
const ids = Array.from({ length: pictures }, (_, at) => `source-${String(at).padStart(4, '0')}`.padEnd(100, '-'))
const lengths = [0, 1, 3, 100, 260, 261, 700]
const refs = ['one', 'two']

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-'))
  const database = new DatabaseSync(join(folder, 'template.db'))
  migrate(database)
  database.exec('BEGIN')
  for (const ref of refs)
    database.exec(
      `INSERT INTO products (ref, connection_id, product_id, created_by_us, added_at, name) VALUES ('${ref}', 'a', '${ref}', 0, 1, '${ref}')`,
    )
  for (const [at, id] of ids.entries()) {
    const seq = at + 1
    database.exec(`INSERT INTO images (seq, id, name, origin, added_at, format, bytes, width, height, checked)
      VALUES (${seq}, 'img_${seq}', 'a', '{}', 1, 'png', 1, 1, 1, 2);
      INSERT INTO originals (picture, version, sha256, format, bytes, width, height, orientation, has_alpha, has_gps, staged, added_at)
      VALUES (${seq}, 1, '${seq}', 'png', 1, 1, 1, 1, 0, 0, 'a', 1)`)
    // Some are not uploaded yet, so that they come while a list is followed.
    if (at % 9 > 0)
      database.exec(
        `INSERT INTO sources (connection_id, source_id, image_id, version, uploaded_at) VALUES ('a', '${id}', 'img_${seq}', 1, 1)`,
      )
  }
  database.exec('COMMIT')
  database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A library, and the display of its lists. A turn of the event loop comes when the test says so. */
const open = (path: string) => {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  const waiting: (() => void)[] = []
  let monotonic = 0
  const timers = {
    ...systemPlatform.timers,
    soon: (act: () => void) => void waiting.push(act),
    nextTurn: () => new Promise<void>((resolve) => void waiting.push(resolve)),
  }
  // Each step is a turn of its own.
  const journal = createJournal(database, { ...systemPlatform, clock: { now: () => 1, monotonic: () => (monotonic += 10) }, timers })
  createListDisplay({ journal, timers, onShown: () => {} }).begin()
  const turn = async (): Promise<boolean> => {
    const due = waiting.splice(0)
    for (const act of due) act()
    await new Promise((resolve) => setImmediate(resolve))
    return due.length > 0
  }
  const copyCommitted = (target: string): void => {
    const reader = new DatabaseSync(path)
    reader.prepare('VACUUM INTO ?').run(target)
    reader.close()
  }
  return { database, journal, products: createProductStore(journal, { now: () => 1, monotonic: () => 1 }), turn, copyCommitted }
}
type Library = ReturnType<typeof open>

const countLate = ({ database }: Library): number => Number(database.prepare('SELECT count(*) AS n FROM lists_to_show').get()?.n)

const listsAsWritten = (database: DatabaseSync): string[] =>
  database
    .prepare('SELECT DISTINCT value AS id, product_ref, attribute FROM attribute_lists CROSS JOIN json_each(source_ids)')
    .all()
    .map((row) => `${row.id} ${row.product_ref} ${row.attribute}`)
    .sort()

/**
 * The invariant, at any time: which lists a source is in is answered from the lists as they are written; and a picture's row says that it is attached
 * where one of its sources is among the derived ones.
 */
const check = ({ database, products }: Library): void => {
  const found = products.listsWith('a', ids).map((one) => `${one.sourceId} ${one.productRef} ${one.attribute}`)
  expect(found.sort()).toEqual(listsAsWritten(database))
  const attached = `SELECT DISTINCT images.seq FROM attached_sources JOIN sources USING (source_id) JOIN images ON images.id = image_id ORDER BY 1`
  expect(database.prepare('SELECT seq FROM picture_work WHERE attached = 1 ORDER BY 1').all()).toEqual(database.prepare(attached).all())
}

const list = fc.record({
  kind: fc.constant('list' as const),
  ref: fc.constantFrom(...refs),
  attribute: fc.constantFrom('Images', 'IMAGES', 'More'),
  from: fc.nat(pictures - 1),
  length: fc.constantFrom(...lengths),
})
const step = fc.oneof(
  { weight: 3, arbitrary: list },
  fc.constant({ kind: 'merge' as const }),
  fc.record({ kind: fc.constant('upload' as const), picture: fc.nat(pictures - 1) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('turns' as const), turns: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'kill' as const }) },
)

/** A list that was followed while another one still was, and changed as often again: it is another list. */
const followedAndChangedAgain: (typeof step extends fc.Arbitrary<infer One> ? One : never)[] = [
  { kind: 'list', ref: 'one', attribute: 'Images', from: 133, length: 700 },
  { kind: 'turns', turns: 5 },
  { kind: 'merge' },
  { kind: 'turns', turns: 1 },
  { kind: 'list', ref: 'one', attribute: 'Images', from: 0, length: 0 },
  { kind: 'list', ref: 'one', attribute: 'Images', from: 0, length: 100 },
]

it('brings what is derived up to each list, whatever changes meanwhile and wherever Packshot is killed', async () => {
  let run = 0
  let interrupted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      let path = join(folder, `${run++}.db`)
      copyFileSync(join(folder, 'template.db'), path)
      let library = open(path)
      for (const one of steps) {
        const { database, journal, products } = library
        if (one.kind === 'list') {
          const wanted = Array.from({ length: one.length }, (_, at) => ids[(one.from + at * 2) % pictures] ?? '')
          journal.write(() => products.facts.add(one.ref, one.attribute, { kind: 'shown', ids: wanted, isComplete: true }))
        } else if (one.kind === 'merge') journal.write(() => products.facts.merge('two', 'one', 'adopted'))
        else if (one.kind === 'turns') for (let left = one.turns; left > 0; left--) await library.turn()
        else if (one.kind === 'upload')
          journal.write(() =>
            journal.run(
              "INSERT OR IGNORE INTO sources (connection_id, source_id, image_id, version, uploaded_at) VALUES ('a', ?, ?, 1, 1)",
              ids[one.picture] ?? '',
              `img_${one.picture + 1}`,
            ),
          )
        else {
          // What was not committed is lost.
          path = join(folder, `${run++}.db`)
          library.copyCommitted(path)
          database.close()
          library = open(path)
          if (countLate(library) > 0) interrupted++
        }
        check(library)
      }
      while (await library.turn()) check(library)
      expect(countLate(library)).toBe(0)
      const { kept, again } = compareDerived(library.database)
      expect(kept).toEqual(again)
      const derived = library.database.prepare('SELECT source_id, product_ref, attribute FROM attached_sources').all()
      expect(derived.map((row) => `${row.source_id} ${row.product_ref} ${row.attribute}`).sort()).toEqual(listsAsWritten(library.database))
      library.database.close()
    }),
    { numRuns: 40, examples: [[followedAndChangedAgain]] },
  )
  // Or little of this was tried.
  expect(interrupted).toBeGreaterThan(2)
})
