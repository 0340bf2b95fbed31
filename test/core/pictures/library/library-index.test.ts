import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { compareDerived } from '../../../support/derived-tables.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

describe('the index that pages are read from', () => {
  it('is the same after all kinds of work as when it is made again from the same data', async () => {
    library.service().answer = (request) =>
      request.body.includes('seed of bad') ? { status: 400, body: { statusCode: 400, message: ['no'], error: 'Bad Request' } } : undefined
    await library.add(['one.png', 'two.png', 'bad.png', 'Süß.png'])
    await library.ask(['one.png', 'two.png', 'bad.png'], 'White?')
    await library.attach(['one.png', 'two.png'])
    await library.connect()
    await library.start()
    await library.settled()
    const [product] = await library.client().products.list()
    await library
      .client()
      .products.replaceList({ productRef: product?.ref ?? '', attribute: 'Images', sourceIds: [product?.lists[0]?.sourceIds?.[1] ?? ''] })
    await library.settled()
    await library.attach(['bad.png', 'one.png'], 'Cup')
    await library.settled()
    await library.client().workspaces.disconnect()
    await library.ask(['one.png', 'Süß.png'], 'Round?')
    await library.connect()
    await library.settled()
    await library.close()

    const path = join(library.folder(), 'data', 'library.db')
    const database = new DatabaseSync(path)
    const { kept, again } = compareDerived(database)
    expect(kept).toEqual(again)
    expect(kept.length).toBeGreaterThan(10)
    expect(database.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    database.close()
    await library.reopen()
    expect(await library.names({ text: 'suß' })).toEqual(['Süß.png'])
  })
})
