import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { setsOf } from '../../../../../electron/core/pictures/library/lists/filter-library.ts'
import { writePng } from '../../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'
import { readAnswers } from '../../../../support/read-answers.ts'

const library = prepareTestLibrary()
const none = { text: '', state: null, format: null, productRef: null, folder: null }

const drop = async (files: readonly string[], dropped: readonly string[]): Promise<void> => {
  for (const file of files) {
    const path = join(library.folder(), file)
    await mkdir(dirname(path), { recursive: true })
    await writePng(path, `seed of ${file}`)
  }
  await library.core().addFiles(dropped.map((one) => join(library.folder(), one)))
}
const found = async (text: string): Promise<string[]> => (await library.page({ text }, 'name')).rows.map(({ name }) => name).toSorted()

it('a search finds folders, from what was dropped on, and words that are in different places', async () => {
  await drop(['Lookbook/Süd/SKU-1/front.png', 'Lookbook/Süd/SKU-1/back.png', 'Lookbook/Nord/SKU-2/front.png'], ['Lookbook'])
  await drop(['deep/down/single.png'], ['deep/down/single.png'])
  expect(await found('lookbook')).toEqual(['back.png', 'front.png', 'front.png'])
  expect(await found('SUD')).toEqual(['back.png', 'front.png'])
  expect(await found('front nord')).toEqual(['front.png'])
  expect(await found('sku-1/fr')).toEqual(['front.png'])
  expect(await found('down')).toEqual(['single.png'])
  expect(await found('*')).toEqual([])
  expect(await found('[sku]')).toEqual([])
  // Folders above what was dropped are on every picture of this computer.
  expect(await found('deep')).toEqual([])
  expect(await found('packshot-library')).toEqual([])
  const [row] = (await library.page({ text: 'single' })).rows
  expect(row?.folder).toBe(join(library.folder(), 'deep/down'))

  const folders = await library.client().library.folders({ text: '', limit: 10 })
  expect(folders.map(({ folder, pictures }) => [folder.slice(library.folder().length + 1), pictures])).toEqual([
    ['deep/down', 1],
    ['Lookbook/Süd/SKU-1', 2],
    ['Lookbook/Nord/SKU-2', 1],
  ])
  const [sud] = await library.client().library.folders({ text: 'sud/', limit: 10 })
  expect(await library.names({ folder: sud?.folder ?? '' }, 'name')).toEqual(['back.png', 'front.png'])
  expect(await library.names({ folder: sud?.folder ?? '', text: 'back' })).toEqual(['back.png'])
  expect(await library.names({ folder: join(library.folder(), 'Lookbook') })).toEqual([])
})

it('a search finds products, questions and answers of the connected workspace, also after each has changed', async () => {
  await library.add(['one.png', 'two.png'])
  await library.connect()
  await library.start()
  await library.ask(['one.png'], 'Is the Groß label blue?')
  await library.attach(['two.png'], 'Müslischale')
  await library.settled()
  const [answer] = await readAnswers(library.client())
  expect(await found('gross')).toEqual([])
  expect(await found('groß LABEL')).toEqual(['one.png'])
  expect(await found(answer?.text.split(' ').at(-1) ?? '')).toContain('one.png')
  expect(await found('muslischale')).toEqual(['two.png'])
  const [product] = await library.client().products.list()
  expect(await found(product?.productId ?? '')).toEqual(['two.png'])

  await library.client().questions.edit({ jobId: answer?.jobId ?? '', text: 'Turquoise, with a gold rim' })
  expect(await found('turquoise one.png')).toEqual(['one.png'])
  expect(await found('two.png muslischale')).toEqual(['two.png'])
  expect(await found('one.png muslischale')).toEqual([])
  await library.client().questions.edit({ jobId: answer?.jobId ?? '', text: answer?.text ?? '' })
  expect(await found('turquoise')).toEqual([])
  expect(await found('label')).toEqual(['one.png'])

  await library.reopen()
  expect(await found('label')).toEqual(['one.png'])
  await library.client().workspaces.disconnect()
  // The details show what earlier workspaces said, too.
  expect(await found('label')).toEqual(['one.png'])
  expect(await found('muslischale')).toEqual(['two.png'])
})

it('a search with more words than anybody types is one phrase, and finds nothing rather than taking long', async () => {
  await library.add(['one.png'])
  expect(await found('one png')).toEqual(['one.png'])
  expect(await found(Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' '))).toEqual([])
})

it('a filter reads an index for each of its conditions, and no row of a picture', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const plansOf = (only: Partial<typeof none> | object): string =>
    setsOf({ ...none, ...only }, { connectionKey: 'con_1', checkBasis: null })
      .flatMap(({ sql, values }) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(values as string[])))
      .map((row) => String(row.detail))
      .join('; ')
  const text = plansOf({ text: 'honey' })
  expect(text).toMatch(/SCAN images USING (COVERING )?INDEX images_by_search/)
  expect(text).toContain('answers USING COVERING INDEX answers_by_search (connection_id=?')
  expect(text).not.toMatch(/SCAN (answers|sources|attached_sources)(;|$)/)
  expect(plansOf({ state: 'not-attached' })).toBe('SEARCH picture_work USING PRIMARY KEY (connection_id=?)')
  expect(plansOf({ folder: '/Shoot' })).toMatch(/^SEARCH images USING (COVERING )?INDEX images_by_folder \(folder=\?\)$/)
  expect(plansOf({ format: 'jpeg' })).toMatch(/^SCAN images USING (COVERING )?INDEX images_by_search$/)
})
