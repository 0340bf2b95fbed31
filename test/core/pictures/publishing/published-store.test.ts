import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Journal } from '../../../../electron/core/base/database/journal.ts'
import { schema } from '../../../../electron/core/base/database/schema.ts'
import { createPublishedStore } from '../../../../electron/core/pictures/publishing/published-store.ts'

const place = { endpoint: 'https://s3.example', region: 'eu', bucket: 'b', pathStyle: true }
const imageId = 'img_1'

const open = () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  const journal = {
    run: (sql, ...values) => Number(database.prepare(sql).run(...(values as string[])).changes),
    get: (sql, ...values) => database.prepare(sql).get(...(values as string[])),
    all: (sql, ...values) => database.prepare(sql).all(...(values as string[])),
  } as Journal
  const store = createPublishedStore(journal)
  const put = (key: string, settings: string, at: number) => {
    store.begin('con_1', { key, imageId, version: 1, settings, place, at })
    store.setThere(key, at)
  }
  const find = (settings: string) => store.find('con_1', { id: imageId, version: 1, settings }, place)?.key
  return { store, put, find, close: () => database.close() }
}

it('an object in a bucket stands only for the settings that its picture was converted with', () => {
  const { put, find, close } = open()
  put('one.jpg', '1-q90', 1_000)
  expect(find('1-q90')).toBe('one.jpg')
  // A question with another quality must not be answered about this one.
  expect(find('1-q80')).toBeUndefined()
  put('two.jpg', '1-q80', 2_000)
  // A question that is being answered may still need the first.
  expect([find('1-q90'), find('1-q80')]).toEqual(['one.jpg', 'two.jpg'])
  close()
})

it('where answered pictures stay in the bucket, the one with the latest settings does', () => {
  const { store, put, find, close } = open()
  put('one.jpg', '1-q90', 1_000)
  put('two.jpg', '1-q80', 2_000)
  store.giveUp('con_1', place)
  expect([find('1-q90'), find('1-q80')]).toEqual([undefined, 'two.jpg'])
  expect(store.listGivenUp('con_1', 10).map(({ key }) => key)).toEqual(['one.jpg'])
  store.giveUp('con_1', null)
  expect(find('1-q80')).toBeUndefined()
  close()
})
