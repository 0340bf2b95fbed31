import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { compareDerived } from '../../../support/derived-tables.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const pictures = Array.from({ length: 30 }, (_, index) => `${index}.png`)
const questions = Array.from({ length: 100 }, (_, index) => `Question ${index}?`)
const asked = pictures.length * questions.length

const ask = () => library.client().questions.ask({ images: { kind: 'all' }, questions, again: false })

it('questions asked without a workspace all become those of the one that is connected meanwhile, and are asked once', async () => {
  await library.add(pictures, false)
  const asking = ask()
  await library.connect()
  expect(await asking).toMatchObject({ asked })
  await library.client().queue.pause()
  expect(await library.counts()).toMatchObject({ waiting: asked })
  expect(await ask()).toMatchObject({ asked: 0, askedBefore: asked })
  const { rows } = await library.client().actions.page({ text: '', withoutProblems: false, offset: 0, limit: 10 })
  expect(rows.map(({ counts }) => counts.waiting).filter((waiting) => waiting > 0)).toEqual([asked])
})

it('cancelling while questions are being queued cancels all of them', async () => {
  await library.connect()
  await library.client().queue.pause()
  await library.add(pictures, false)
  const asking = ask()
  await waitFor(async () => expect((await library.counts()).waiting).toBeGreaterThan(0))
  expect(await library.client().jobs.cancelWaiting({})).toEqual({ cancelled: asked })
  expect(await asking).toMatchObject({ asked })
  expect(await library.counts()).toMatchObject({ waiting: 0, cancelled: asked })
})

it('more than one transaction takes are cancelled whole, too, and all go to one workspace', async () => {
  const many = Array.from({ length: 101_000 / questions.length }, (_, index) => `many ${index}.png`)
  await library.connect()
  await library.client().queue.pause()
  await library.add(many, false)
  const asking = ask()
  await waitFor(async () => expect((await library.counts()).waiting).toBeGreaterThan(0))
  const { cancelled } = await library.client().jobs.cancelWaiting({})
  const result = await asking
  expect(result.asked).toBe(cancelled)
  expect(await library.counts()).toMatchObject({ waiting: 0, cancelled })
  expect(await ask()).toMatchObject({ asked: 101_000 })
  expect(await library.counts()).toMatchObject({ waiting: 101_000, cancelled })
})

it('a question asked without a workspace is not asked again where the one that is connected has it', async () => {
  await library.add(['one.png'])
  const asks = (...these: string[]) => library.client().questions.ask({ images: { kind: 'all' }, questions: these, again: false })
  await asks('Done?')
  await library.connect()
  await library.start()
  await library.settled()
  await library.client().queue.pause()
  await asks('Open?')
  await library.client().workspaces.disconnect({})
  expect(await asks('Done?', 'Open?', 'New?')).toMatchObject({ asked: 3 })
  await library.connect()
  expect(await library.counts()).toMatchObject({ waiting: 2, cancelled: 2 })
  await library.close()
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  const { kept, again } = compareDerived(database)
  database.close()
  expect(kept).toEqual(again)
})

it('nor after its picture was removed meanwhile, and restored', async () => {
  await library.connect()
  await library.client().queue.pause()
  await library.add(['one.png'], false)
  const asks = () => library.client().questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: false })
  await asks()
  await library.client().workspaces.disconnect({})
  await asks()
  const { id } = await library.row('one.png')
  await library.client().library.remove({ imageIds: [id] })
  await library.connect()
  await library.client().library.restore({ imageIds: [id] })
  expect(await library.counts()).toMatchObject({ waiting: 1, cancelled: 1 })
})
