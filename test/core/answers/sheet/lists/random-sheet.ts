import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { createSetStore } from '../../../../../electron/core/answers/question-sets/set-store.ts'
import { createAnswerStore } from '../../../../../electron/core/answers/questions/answer-store.ts'
import { createSheetStore } from '../../../../../electron/core/answers/sheet/sheet-store.ts'
import { foldName } from '../../../../../electron/core/base/database/fold-name.ts'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { nameKey, placeKey } from '../../../../../electron/core/pictures/library/natural-key.ts'
import type { SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import type { CellReview, SheetView } from '../../../../../shared/answers/sheet.ts'

/** A sheet's library as a few lists of small numbers, so that what goes wrong is shown in short. */
export const questions: readonly SetQuestion[] = [
  { question: 'What color?', column: 'Color', checks: [{ kind: 'longest', characters: 6 }, { kind: 'not-empty' }] },
  { question: 'Is it glass?', column: 'Glass', checks: [{ kind: 'must-not-begin', words: ['Red'] }] },
  { question: '🎨 Which paint?', column: 'Paint', checks: [] },
]
const texts = ['Red glass', 'Crème 10', 'crème 9', ' \u00a0', 'What? 100% [new]*', '2', 'SKU-1', '']
const folders = [null, 'Mugs', 'Mugs/Red 10', 'Mugs/Red 9'] as const
export const owner = 'con_a'
const other = 'con_b'

const cell = { picture: fc.nat(5), question: fc.nat(2), isOther: fc.integer({ min: 0, max: 4 }).map((one) => one === 0) }
const picture = fc.record({
  folder: fc.nat(3),
  drop: fc.nat(2),
  name: fc.nat(12),
  isRemoved: fc.integer({ min: 0, max: 6 }).map((one) => one === 0),
})
export const step = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), ...cell, text: fc.nat(6), isUnknown: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const), ...cell, text: fc.nat(7) }),
  fc.record({ kind: fc.constant('review' as const), ...cell, review: fc.constantFrom<CellReview>('draft', 'approved', 'rejected') }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('job' as const), ...cell, state: fc.constantFrom('waiting', 'running', 'parked', 'done') }),
  fc.record({ kind: fc.constant('match' as const), picture: fc.nat(7), product: fc.nat(4), place: fc.nat(2) }),
  fc.record({ kind: fc.constant('attach' as const), picture: fc.nat(7), product: fc.nat(4) }),
  fc.record({ kind: fc.constant('list' as const), product: fc.nat(6) }),
)
export const library = fc.record({
  pictures: fc.array(picture, { minLength: 3, maxLength: 8 }),
  steps: fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }),
})
type Library = typeof library extends fc.Arbitrary<infer One> ? One : never

/** Mostly `null`. */
const seldom = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: one })

export const aView: fc.Arbitrary<SheetView> = fc.record({
  setId: fc.constant('set_1'),
  rows: fc.constantFrom('pictures', 'pictures', 'products'),
  questions: seldom(fc.subarray(questions.map(({ question }) => question))),
  groupBy: fc.constantFrom('nothing', 'product', 'folder'),
  text: seldom(fc.constantFrom('red', 'RED glass', 'creme', 'what', '100% [new]*', 'sku-1', 'mugs', 'product 3 red', 'color', ' ')).map(
    (text) => text ?? '',
  ),
  only: fc.oneof(
    fc.constant([]),
    fc.subarray(['not-asked', 'no-answer', 'on-its-way', 'fails-check', 'not-approved', 'approved', 'rejected', 'edited', 'earlier-file'], {
      maxLength: 2,
    }),
  ) as fc.Arbitrary<SheetView['only']>,
  productKey: seldom(fc.constantFrom('id:prd_1', 'sku:sku-2', 'name:Nothing')),
  drop: seldom(fc.nat(2)),
  images: seldom(fc.constant('selection')),
  sort: fc.record({ by: fc.constantFrom('place', 'place', ...questions.map(({ question }) => question)), descending: fc.boolean() }),
})

const idOf = (at: number): string => `img_${at}`
/** What of a library a person chose. */
export const selection = [0, 2, 3, 5].map(idOf)

const productOf = (at: number) => ({
  key: at === 1 ? 'id:prd_1' : `sku:sku-${at}`,
  productId: at === 1 ? 'prd_1' : null,
  sku: `SKU-${at}`,
  gtin: null,
  name: at % 2 ? `Product ${at}` : null,
  handle: null,
})

export const makeLibrary = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const answers = createAnswerStore(journal)
  const sheet = createSheetStore({ journal, images: { listPresent: (ids) => [...ids] } })
  let made = 0

  const addPicture = ({ folder, drop, name, isRemoved }: Library['pictures'][number], at: number): void => {
    const [file, place] = [`${name}.png`, folders[folder] ?? null]
    journal.run(
      `INSERT INTO images (id, name, folder, dropped, folded_place, place_key, name_key, origin, added_at, removed_at, format, bytes, width, height)
       VALUES (?, ?, ?, ?, ?, ?, ?, '{}', 1, ?, 'png', 1, 1, 1)`,
      idOf(at),
      file,
      place,
      drop,
      foldName(`${place ?? ''}/${file}`),
      placeKey(place?.split('/') ?? [], file),
      nameKey(file),
      isRemoved ? 1 : null,
    )
    journal.run(
      `INSERT INTO originals (picture, version, sha256, format, bytes, width, height, orientation, has_alpha, has_gps, staged, added_at)
       SELECT seq, 1, 'own_' || seq, 'png', 1, 1, 1, 1, 0, 0, '', 1 FROM images WHERE id = ?`,
      idOf(at),
    )
  }

  const take = async (one: Library['steps'][number]): Promise<void> => {
    made += 1
    const person = { at: made, by: 'kim' }
    if (one.kind === 'undo') return void (await sheet.undo(() => owner))
    if (one.kind === 'list' || one.kind === 'match' || one.kind === 'attach')
      return journal.write(() => {
        const product = productOf(one.product)
        if (one.kind === 'list') {
          journal.run(
            `INSERT OR IGNORE INTO catalogue_lists (import, connection_id, state, name, imported_at) VALUES (1, ?, 'current', 'l', 1)`,
            owner,
          )
          journal.run(
            `INSERT INTO catalogue_entries (import, product_id, sku, sku_key, name, further, searched) SELECT 1, ?1, ?2, ?3, ?4, '[]', ''
             WHERE NOT EXISTS (SELECT 1 FROM catalogue_entries WHERE sku = ?2)`,
            product.productId,
            product.sku,
            product.sku.toLowerCase(),
            product.name,
          )
          journal.run('UPDATE catalogue_lists SET products = (SELECT count(*) FROM catalogue_entries)')
        } else if (one.kind === 'match')
          journal.run(
            `INSERT OR REPLACE INTO matches (connection_id, image_id, state, product_key, product, place, decided_by, why)
             VALUES (?, ?, 'matched', ?, ?, ?, 'rule', '{}')`,
            owner,
            idOf(one.picture),
            product.key,
            JSON.stringify(product),
            one.place,
          )
        else {
          const [ref, source] = [`ref_${one.product}`, `src_${one.picture}`]
          journal.run(
            `INSERT OR IGNORE INTO products (ref, connection_id, product_id, name, created_by_us, added_at, listed_as) VALUES (?, ?, ?, ?, 0, 1, ?)`,
            ref,
            owner,
            one.product % 2 ? `prd_${one.product}` : null,
            `Record ${one.product}`,
            `sku:sku-${one.product}`,
          )
          journal.run(
            'INSERT OR IGNORE INTO sources (connection_id, source_id, image_id, version, uploaded_at) VALUES (?, ?, ?, 1, 1)',
            owner,
            source,
            idOf(one.picture),
          )
          journal.run(
            `INSERT INTO attribute_lists (product_ref, attribute, source_ids, state, through) VALUES (?1, 'images', json_array(?2), '{}', 1)
             ON CONFLICT (product_ref, attribute) DO UPDATE SET source_ids = json_insert(source_ids, '$[#]', ?2)
             WHERE ?2 NOT IN (SELECT value FROM json_each(source_ids))`,
            ref,
            source,
          )
        }
      })
    const place = { imageId: idOf(one.picture), question: questions[one.question]?.question ?? '' }
    const connectionId = one.isOther ? other : owner
    if (one.kind === 'edit') await sheet.edit(() => connectionId, [{ ...place, text: texts[one.text] ?? '', seen: null }], 'typed', person)
    else if (one.kind === 'review') await sheet.review(() => connectionId, [place], one.review, person)
    else
      journal.write(() => {
        if (one.kind === 'job')
          journal.run(
            `INSERT INTO jobs (id, connection_id, operation, subject, work, state, status, not_before, blocked_by, attempts, counted_failures,
               uncertain_attempts, created_at, updated_at, action)
             VALUES (?, ?, 'analyse-image', ?, json_object('imageId', ?, 'question', ?), ?, '{}', 0, 0, 0, 0, 0, 1, ?, 1)`,
            `job_${made}`,
            connectionId,
            `${place.imageId}\n${place.question}`,
            place.imageId,
            place.question,
            one.state,
            made,
          )
        else
          answers.save({
            ...place,
            ...{ connectionId, kind: one.isUnknown ? 'cannot-tell' : 'answer', text: texts[one.text] ?? '', answeredAt: made },
            ...{ jobId: `job_${made}`, hint: null, sent: made % 3 ? null : { original: `sha_${made % 2}`, settings: '' } },
          })
      })
  }

  const fill = async ({ pictures, steps }: Library): Promise<void> => {
    journal.write(() => {
      createSetStore(journal).put({ id: 'set_1', name: 'S', questions: [...questions], runsOnDrop: false, changedAt: 1 })
      pictures.forEach(addPicture)
    })
    for (const one of steps) await take(one)
    await journal.durable()
  }
  return { database, journal, sheet, answers, fill, take }
}
