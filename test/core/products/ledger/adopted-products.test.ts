import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const created = () => library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')
const lists = () =>
  library
    .service()
    .received.filter(({ method }) => method === 'PATCH')
    .map((one) => [one.path.split('/').at(-1), (one.json() as { attributes: { Images: string[] } }).attributes.Images] as const)
const sourceOf = async (name: string) => (await library.client().pictures.list()).find((one) => one.name === name)?.sourceId ?? ''

const prepare = async (): Promise<void> => {
  await library.add(['a.png', 'b.png'])
  await library.core().start()
  await library.connect()
}

describe('a new product that was requested with and without a workspace', () => {
  it('is created once while its creation still waits', async () => {
    await prepare()
    await library.client().queue.pause()
    await library.attach(['a.png'], 'Mug')
    await library.client().workspaces.disconnect()
    await library.attach(['b.png'], 'Mug')
    await library.connect()
    await library.client().queue.resume()
    await library.settled()
    expect(created()).toHaveLength(1)
    expect(await library.client().products.list()).toHaveLength(1)
    const [a, b] = [await sourceOf('a.png'), await sourceOf('b.png')]
    expect(lists().map(([, ids]) => ids)).toEqual([[a], [a, b]])
    const [dropped] = await library.client().jobs.list({ operation: 'create-product', state: 'cancelled' })
    expect(dropped?.notes).toEqual([{ kind: 'used-other-creation', name: 'Mug' }])
  })

  it('waits for the answer when a creation may have succeeded', async () => {
    await prepare()
    library.service().answer = ({ method, path }) => (method === 'POST' && path === '/v1/products' ? 'cut' : undefined)
    await library.attach(['a.png'], 'Mug')
    await waitFor(async () => (await library.counts()).parked === 1)
    await library.client().workspaces.disconnect()
    await library.attach(['b.png'], 'Mug')
    library.service().answer = () => undefined
    await library.connect()
    await waitFor(async () => (await library.counts()).running === 0)
    const [parked] = await library.client().jobs.list({ state: 'parked' })
    expect(created()).toHaveLength(1)
    await library.client().jobs.retry({ jobIds: [parked?.id ?? ''], choice: 'exists', productId: 'SKU-1', current: { kind: 'nothing' } })
    await library.settled()
    expect(created()).toHaveLength(1)
    const [a, b] = [await sourceOf('a.png'), await sourceOf('b.png')]
    expect(lists().at(-1)).toEqual(['SKU-1', [a, b]])
  })

  it('is the one that was created meanwhile', async () => {
    await prepare()
    await library.attach(['a.png'], 'Mug')
    await library.settled()
    await library.client().workspaces.disconnect()
    await library.attach(['b.png'], 'Mug')
    await library.connect()
    await library.settled()
    expect(created()).toHaveLength(1)
    const [a, b] = [await sourceOf('a.png'), await sourceOf('b.png')]
    expect(lists().map(([, ids]) => ids)).toEqual([[a], [a, b]])
    expect(new Set(lists().map(([id]) => id)).size).toBe(1)
  })

  it('is a separate one if the person said so', async () => {
    await prepare()
    await library.client().queue.pause()
    await library.attach(['a.png'], 'Mug')
    await library.client().workspaces.disconnect()
    await library.attach(['b.png'], 'Mug', { again: true })
    await library.connect()
    await library.client().queue.resume()
    await library.settled()
    expect(created()).toHaveLength(2)
  })

  it('is created if the earlier creation was cancelled', async () => {
    await prepare()
    await library.client().queue.pause()
    await library.attach(['a.png'], 'Mug')
    const [first] = await library.client().jobs.list({ operation: 'create-product' })
    await library.client().jobs.cancel({ jobIds: [first?.id ?? ''] })
    await library.client().workspaces.disconnect()
    await library.attach(['b.png'], 'Mug')
    await library.connect()
    await library.client().queue.resume()
    await library.settled()
    expect(created()).toHaveLength(1)
    expect(lists().map(([, ids]) => ids)).toEqual([[await sourceOf('b.png')]])
  })
})
