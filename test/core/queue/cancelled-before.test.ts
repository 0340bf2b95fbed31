import { expect, it } from 'vitest'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('a job runs at once when the job that it waited for is cancelled', async () => {
  await library.add(['a.png'])
  await library.connect()
  await library.start()
  const to = { product: { kind: 'id', productId: 'SKU-1' } }
  await library.attach(['a.png'], 'unused', { ...to, current: { kind: 'nothing' } })
  await library.settled()
  const patches = () => library.service().received.filter(({ method }) => method === 'PATCH')
  expect(patches()).toHaveLength(1)
  // Uploads wait for the subscription, and with them the attachment of the second picture.
  library.service().answer = ({ path }) => (path === '/v1/sources' ? { status: 402, body: { detail: 'Pay' } } : undefined)
  await library.add(['b.png'])
  await library.attach(['b.png'], 'unused', to)
  await waitFor(async () => (await library.client().queue.status()).holds.length > 0)
  const [product] = await library.client().products.list()
  await library.client().products.replaceList({ productRef: product?.ref ?? '', attribute: 'Images', sourceIds: [] })
  const waiting = await library.client().jobs.list({ operation: 'attach-sources', state: 'waiting' })
  await library.client().jobs.cancel({ jobIds: [waiting[0]?.id ?? ''] })
  await waitFor(() => patches().length === 2)
  expect(patches().at(-1)?.json()).toMatchObject({ attributes: { Images: [] } })
})
