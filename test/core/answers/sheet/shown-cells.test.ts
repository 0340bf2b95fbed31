import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillCells } from '../../../../electron/core/base/database/derived-cells.ts'
import { library, makeLibrary, owner, step } from './lists/random-sheet.ts'

const move = fc.oneof(
  fc.record({ kind: fc.constant('version' as const), picture: fc.nat(5), into: fc.nat(5) }),
  fc.record({ kind: fc.constantFrom('adopt' as const, 'release' as const, 'forget' as const), picture: fc.nat(5) }),
)

it('knows which answer each cell shows after every answer, change and undo, and whatever its picture and workspace become', async () => {
  let shown = 0
  await fc.assert(
    fc.asyncProperty(library, fc.array(fc.oneof(step, move), { minLength: 3, maxLength: 12, size: 'max' }), async (one, steps) => {
      const { database, journal, sheet, answers, fill, take } = makeLibrary()
      await fill(one)
      const read = () =>
        database
          .prepare(
            `SELECT connection_id, question, picture, answer, marks FROM cells JOIN cell_columns ON id = cell_column WHERE answer > 0 ORDER BY 1, 2, 3`,
          )
          .all()
      const changesOf = () => Number(database.prepare('SELECT ifnull(sum(changes), 0) AS n FROM cell_columns').get()?.n)
      for (const next of steps) {
        const [before, changes] = [read(), changesOf()]
        if (next.kind === 'version') journal.write(() => sheet.movePicture(`img_${next.picture}`, `img_${next.into}`))
        else if (next.kind === 'adopt') journal.write(() => sheet.adopt(owner))
        else if (next.kind === 'release') journal.write(() => sheet.release(owner))
        else if (next.kind === 'forget') journal.write(() => answers.forgetPictures([`img_${next.picture}`]))
        else await take(next as Parameters<typeof take>[0])
        await journal.durable()
        const found = read()
        shown += found.length
        // A reader that knows the number of changes knows all.
        if (JSON.stringify(found) !== JSON.stringify(before)) expect(changesOf()).toBeGreaterThan(changes)
        database.exec(`BEGIN; ${fillCells}`)
        expect(found).toEqual(read())
        database.exec('ROLLBACK')
      }
      journal.close()
    }),
    { numRuns: 40 },
  )
  expect(shown).toBeGreaterThan(500)
})
