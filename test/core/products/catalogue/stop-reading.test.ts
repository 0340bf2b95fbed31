import { afterEach, expect, it } from 'vitest'
import type { ListReader } from '../../../../electron/core/products/catalogue/read-list.ts'
import { readInThread } from '../../../../electron/core/products/catalogue/start-list-thread.ts'
import { type ListImporter, openListImporter } from '../../../support/list-importer.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { readWholeList } from '../../../support/read-whole-list.ts'

let lists: ListImporter | undefined
afterEach(async () => {
  await lists?.end()
  lists = undefined
})

it('stops a reader that is busy for ever', async () => {
  lists = await openListImporter()
  const entry = lists.write('busy-thread.mjs', 'for (;;);')
  const stop = new AbortController()
  const next = readInThread(entry, { path: '', name: 'list.csv', columns: null }, stop.signal).next()
  const ended = expect(next).rejects.toMatchObject({ code: 'cancelled' })
  stop.abort()
  await ended
})

it.each(['its list is closed', 'Packshot ends'])('stops reading the beginning of a list when %s', async (when) => {
  const signals: AbortSignal[] = []
  const stuck: ListReader = async function* (_, signal) {
    signals.push(signal)
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    yield* []
  }
  lists = await openListImporter({ readList: stuck })
  const { core, client, write } = lists
  const added = core.addFiles([write('list.csv', 'sku\nS-1\n')])
  await waitFor(() => signals.length === 1)
  const { id } = (await client.catalogue.opened()) ?? { id: '' }
  if (when === 'Packshot ends') await lists.stop()
  else await client.catalogue.close({ id })
  await added
  expect(signals[0]?.aborted).toBe(true)
})

it('finds the headers below very many blank rows', async () => {
  const { head, entries } = await readWholeList(`${'\n'.repeat(1_000_000)}sku,name\nA,Pen\n`)
  expect(head.headers).toEqual(['sku', 'name'])
  expect(entries).toMatchObject([{ row: 1_000_002, sku: 'A' }])
})
