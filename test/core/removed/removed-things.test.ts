import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { thumbnailPath } from '../../../electron/core/pictures/library/original-path.ts'
import { keptMs } from '../../../shared/removed/kept-days.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'
import { readAnswers } from '../../support/read-answers.ts'

const dayMs = 86_400_000
let now = 1_800_000_000_000
const library = prepareTestLibrary({ clock: { now: () => now } })
const client = () => library.client()
const page = () => client().removed.page({ offset: 0, limit: 100 })
const names = async (): Promise<string[]> => (await page()).rows.map(({ name }) => name)
const idOf = async (name: string): Promise<string> => (await library.row(name)).id

const filesIn = (folder: string): string[] => {
  const path = join(library.folder(), 'data', folder)
  return existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))
    : []
}

const addSet = (name: string) =>
  client().questionSets.save({ name, questions: [{ question: 'Red?', column: 'Red', checks: [] }], runsOnDrop: false })

/** A picture with an answer and a source that waits to be attached, a product and a set. */
const prepare = async (): Promise<{ readonly image: string; readonly product: string; readonly set: string }> => {
  await library.add(['one.png', 'two.png'])
  await library.connect()
  await library.start()
  await library.ask(['one.png'], 'White?')
  await library.attach(['two.png'], 'Mug')
  await library.settled()
  const { rows } = await client().products.page({ offset: 0, limit: 10, listed: false })
  return { image: await idOf('one.png'), product: rows[0]?.ref ?? '', set: (await addSet('Autumn')).id }
}

const removeAll = async ({ image, product, set }: Awaited<ReturnType<typeof prepare>>): Promise<void> => {
  await client().library.remove({ imageIds: [image] })
  now += 1
  await client().products.remove({ ref: product })
  now += 1
  await client().questionSets.remove({ id: set })
}

describe('recently removed', () => {
  it('lists pictures, products and sets, the newest first, and restores them after a restart', async () => {
    const things = await prepare()
    const product = await client().products.find({ by: 'ref', ref: things.product })
    await removeAll(things)
    expect(await names()).toEqual(['Autumn', 'Mug', 'one.png'])
    const { rows, total, bytes } = await page()
    expect({ total, bytes }).toEqual({ total: 3, bytes: rows[2]?.bytes })
    expect(rows[2]).toMatchObject({ kind: 'picture', id: things.image, version: 1, goesAt: (rows[2]?.removedAt ?? 0) + keptMs })
    await library.reopen()
    expect(await client().questionSets.list()).toEqual([])
    expect(await client().products.list()).toEqual([])
    expect(await client().removed.restore({ things: 'all' })).toEqual({ restored: 3 })
    expect((await page()).total).toBe(0)
    expect((await client().questionSets.list()).map(({ name }) => name)).toEqual(['Autumn'])
    expect(await client().products.find({ by: 'ref', ref: things.product })).toEqual(product)
    expect((await library.names()).sort()).toEqual(['one.png', 'two.png'])
    expect((await readAnswers(client())).length).toBe(1)
  })

  it('restores a set beside one that has its name by now, and a product as part of the record with its id', async () => {
    const things = await prepare()
    const id = (await client().products.find({ by: 'ref', ref: things.product }))?.productId ?? ''
    await removeAll(things)
    await addSet('Autumn')
    await client()
      .products.attach({
        images: { kind: 'some', images: ['one.png'] },
        ...{ product: { kind: 'id', productId: id }, attribute: 'Images', current: { kind: 'nothing' }, again: false },
      })
      .catch(() => {})
    await client().products.attach({
      images: { kind: 'some', images: ['two.png'] },
      ...{ product: { kind: 'id', productId: id }, attribute: 'Images', current: { kind: 'nothing' }, again: false },
    })
    await library.settled()
    await client().removed.restore({ things: 'all' })
    expect((await client().questionSets.list()).map(({ name }) => name)).toEqual(['Autumn', 'Autumn 2'])
    expect((await client().products.list()).map(({ productId }) => productId)).toEqual([id])
  })

  it('removes for good: files, answers and the way back are gone; the history and the workspace stay, and the same bytes begin again', async () => {
    const things = await prepare()
    const [image] = (await client().pictures.list()).filter(({ id }) => id === things.image)
    const thumbnail = join(library.folder(), 'data', thumbnailPath(image?.sha256 ?? ''))
    await mkdir(dirname(thumbnail), { recursive: true })
    await writeFile(thumbnail, 'as it is shown')
    await removeAll(things)
    const done = (await library.counts()).done
    const originals = filesIn('originals').length
    expect(await client().removed.removeForGood({ things: 'all' })).toEqual({ removed: 3 })
    expect((await page()).total).toBe(0)
    expect(filesIn('originals').length).toBe(originals - 1)
    expect(existsSync(thumbnail)).toBe(false)
    expect(await readAnswers(client())).toEqual([])
    expect((await library.counts()).done).toBe(done)
    expect(await client().removed.restore({ things: [{ kind: 'picture', id: things.image }] })).toEqual({ restored: 0 })
    expect(await client().library.restore({ imageIds: [things.image] })).toEqual({ restored: 0 })
    // Its source still has a name.
    expect((await client().library.names({ by: 'image', ids: [things.image] })).map(({ name }) => name)).toEqual(['one.png'])
    await library.reopen()
    expect(await client().recovery.list()).toEqual([])
    await library.start()
    await library.add(['one.png'])
    await library.settled()
    expect(await idOf('one.png')).toBe(things.image)
    expect(
      await client().questions.ask({ images: { kind: 'some', images: ['one.png'] }, questions: ['White?'], again: false }),
    ).toMatchObject({
      asked: 1,
    })
    await library.settled()
    expect((await readAnswers(client())).length).toBe(1)
  })

  it('go by themselves after 30 days, and not before', async () => {
    const things = await prepare()
    await removeAll(things)
    for (const days of [20, 10]) {
      now += days * dayMs
      await library.reopen()
      await library.start()
      expect((await page()).total).toBe(3)
    }
    now += dayMs
    await library.reopen()
    await library.start()
    await waitFor(async () => (await page()).total === 0)
    await waitFor(() => filesIn('originals').length === 1)
  })

  it('continues with what a start before it was removing for good', async () => {
    const { image } = await prepare()
    await client().library.remove({ imageIds: [image] })
    // Removed for good while another one is added, and ended before its files were removed.
    const removed = client().removed.removeForGood({ things: [{ kind: 'picture', id: image }] })
    await library.close()
    await removed.catch(() => {})
    await library.reopen()
    await library.start()
    await waitFor(() => filesIn('originals').length === 1)
    expect((await page()).total).toBe(0)
  })
})
