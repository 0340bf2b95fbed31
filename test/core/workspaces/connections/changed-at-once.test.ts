import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

it('two changes of a connection at once are both kept, also after a restart', async () => {
  await library.connect()
  await Promise.all([client().connections.change({ name: 'Blue' }), client().connections.change({ rates: { 'analyse-image': 7 } })])
  const shown = async () => (await client().session.get()).connection
  expect(await shown()).toMatchObject({ name: 'Blue', rates: { 'analyse-image': 7 } })
  await library.reopen()
  expect(await shown()).toMatchObject({ name: 'Blue', rates: { 'analyse-image': 7 } })
})

it('a change of a workspace that is left meanwhile changes that one, and the other stays the active one', async () => {
  await library.connect()
  await client().session.connect({ kind: 'api-key', baseUrl: `${library.service().baseUrl}/other`, apiKey: 'key', rates: {} })
  const other = (await client().workspaces.list()).find(({ isActive }) => !isActive)
  const changing = client().connections.change({ name: 'Red' })
  await client().workspaces.switch({ connectionId: other?.id ?? '' })
  await changing
  const rows = await client().workspaces.list()
  expect(rows.find(({ isActive }) => isActive)?.id).toBe(other?.id)
  expect(rows.find(({ isActive }) => !isActive)?.name).toBe('Red')
})

it('where pictures are published and another setting, changed at once, are both kept', async () => {
  await library.connect()
  const publishing = { kind: 'base-url', baseUrl: 'https://pictures.example/' } as const
  await Promise.all([client().publishing.set({ publishing }), client().connections.change({ name: 'Blue' })])
  expect((await client().session.get()).connection).toMatchObject({ name: 'Blue' })
  expect(await client().publishing.get()).toMatchObject({ publishing })
  await library.reopen()
  expect((await client().session.get()).connection).toMatchObject({ name: 'Blue' })
  expect(await client().publishing.get()).toMatchObject({ publishing })
})

it('a new name and another setting, changed at once, are both used', async () => {
  await library.connect()
  const [row] = await client().workspaces.list()
  await Promise.all([
    client().workspaces.rename({ connectionId: row?.id ?? '', name: 'Blue' }),
    client().connections.change({ rates: { 'analyse-image': 7 } }),
  ])
  expect((await client().session.get()).connection).toMatchObject({ name: 'Blue', rates: { 'analyse-image': 7 } })
})

it('of two connects at once, the one that is refused never becomes the active workspace', async () => {
  const { baseUrl } = library.service()
  const refusal = { status: 401, body: { statusCode: 401, message: 'no', error: 'Unauthorized' } }
  library.service().answer = ({ headers }) => (headers['x-api-key'] === 'wrong' ? refusal : undefined)
  const connect = (path: string, apiKey: string) =>
    client().session.connect({ kind: 'api-key', baseUrl: `${baseUrl}${path}`, apiKey, rates: {} })
  const [right, wrong] = await Promise.allSettled([connect('/right', 'right'), connect('/wrong', 'wrong')])
  expect([right.status, wrong.status]).toEqual(['fulfilled', 'rejected'])
  expect((await client().workspaces.list()).map((one) => [one.baseUrl, one.isActive])).toEqual([[`${baseUrl}/right`, true]])
})

it('a change of a workspace that is disconnected meanwhile doesn’t connect it again', async () => {
  await library.connect()
  const [row] = await client().workspaces.list()
  const changing = client().connections.change({ name: 'Red' })
  await client().workspaces.forget({ connectionId: row?.id ?? '', queue: 'keep' })
  await changing
  expect(await client().workspaces.list()).toEqual([])
  expect((await client().session.get()).connection).toBeNull()
})
