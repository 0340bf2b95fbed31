import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Journal } from '../../../../../electron/core/base/database/journal.ts'
import { planSending } from '../../../../../electron/core/pictures/library/lists/plan-sending.ts'
import { toFixesKey } from '../../../../../shared/checks/picture-fixes.ts'
import { planFor } from '../../../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../../../shared/service/sending-shapes.ts'

const picture = fc.record({
  format: fc.constantFrom('jpeg' as const, 'png' as const, 'webp' as const),
  width: fc.integer({ min: 1, max: 4 }),
  height: fc.integer({ min: 1, max: 4 }),
  bytes: fc.integer({ min: 1, max: 4 }),
  hasAlpha: fc.boolean(),
  personal: fc.constantFrom(undefined, ['location' as const], ['device' as const], ['device' as const, 'location' as const]),
  fixes: fc.constantFrom(undefined, { longestEdge: 2 }),
  isUploaded: fc.boolean(),
  isChecked: fc.boolean(),
})
const wanted: fc.Arbitrary<SendingSettings> = fc.record({
  quality: fc.constant(90),
  personal: fc.constantFrom('remove' as const, 'keep' as const),
  longestEdge: fc.constantFrom(null, 2),
  largestBytes: fc.constantFrom(null, 2),
  background: fc.constantFrom(null, '#ffffff'),
})

it('counts what each picture’s own changes say, in pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(picture, { maxLength: 20 }),
      wanted,
      fc.constantFrom(1, 999, 1_000, 40_000),
      async (pictures, settings, gap) => {
        const database = new DatabaseSync(':memory:')
        database.exec(`
        CREATE TABLE images (seq INTEGER PRIMARY KEY, id TEXT, version INTEGER, removed_at INTEGER, checked INTEGER);
        CREATE TABLE originals (picture INTEGER, version INTEGER, format TEXT, width INTEGER, height INTEGER, bytes INTEGER, has_alpha INTEGER, reading TEXT, sha256 TEXT);
        CREATE TABLE picture_fixes (original TEXT, fixes TEXT);
        CREATE TABLE sources (connection_id TEXT, image_id TEXT, gone INTEGER)`)
        for (const [at, { format, width, height, bytes, hasAlpha, personal, fixes, isUploaded, isChecked }] of pictures.entries()) {
          const seq = at * gap
          database.prepare('INSERT INTO images VALUES (?, ?, 1, NULL, ?)').run(seq, `img_${seq}`, isChecked ? 1 : 0)
          const reading = personal ? JSON.stringify({ personal }) : null
          database
            .prepare('INSERT INTO originals VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)')
            .run(seq, format, width, height, bytes, hasAlpha ? 1 : 0, reading, `sha of ${seq}`)
          if (fixes) database.prepare('INSERT INTO picture_fixes VALUES (?, ?)').run(`sha of ${seq}`, toFixesKey(fixes))
          if (isUploaded) database.prepare("INSERT INTO sources VALUES ('shop', ?, 0)").run(`img_${seq}`)
        }
        const get = (sql: string, ...values: (string | number)[]) => database.prepare(sql).get(...values)
        const due = pictures
          .filter(({ isUploaded, isChecked }) => isChecked && !isUploaded)
          .map(({ personal, fixes, ...facts }) => ({
            ...facts,
            ...(fixes ? { fixes } : {}),
            ...(personal ? { reading: { personal: [...personal] } } : {}),
          }))
        expect(planSending({ get } as Pick<Journal, 'get'>, { connectionId: 'shop', settings })).toEqual(planFor(due, settings))
        database.close()
      },
    ),
    { numRuns: 60 },
  )
})
