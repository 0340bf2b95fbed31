import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { describeRecoveries } from '../../../../shared/base/recovery-words.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const damage = async (sql: string): Promise<void> => {
  await library.close()
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  database.exec(sql)
  database.close()
}
const sentLists = () =>
  library
    .service()
    .received.filter(({ method }) => method === 'PATCH')
    .map((one) => (one.json() as { attributes: { Images: string[] } }).attributes.Images)
const sourceOf = async (name: string) => (await library.client().pictures.list()).find((one) => one.name === name)?.sourceId ?? ''
const attach = (name: string, current: { kind: 'nothing' } | null) =>
  library.attach([name], 'unused', { product: { kind: 'id', productId: 'SKU-1' }, current })

const prepare = async (): Promise<void> => {
  await library.add(['a.png', 'b.png'])
  await library.connect()
  await library.start()
  await attach('a.png', { kind: 'nothing' })
  await library.settled()
}

/** Runs into the damage as a person would, and restarts as the message says. */
const meetAndRestart = async (): Promise<void> => {
  let isDamaged = false
  const onDamage = (): void => {
    isDamaged = true
  }
  await library.reopen({ onDamage })
  await library.start()
  await attach('b.png', null).catch(() => {})
  await waitFor(() => isDamaged)
  await library.reopen()
  await library.start()
}

it('a known list whose row can’t be read is rebuilt, and a person is asked before it is replaced', async () => {
  await prepare()
  await damage(`UPDATE attribute_lists SET state = replace(state, '"', char(7))`)
  await meetAndRestart()
  const a = await sourceOf('a.png')
  const [product] = await library.client().products.list()
  expect(product?.lists).toMatchObject([{ sourceIds: [a], doubt: 'restored' }])
  await expect(attach('b.png', null)).rejects.toMatchObject({ code: 'current-unknown' })
  await library.attach(['b.png'], 'unused', { product: { kind: 'id', productId: 'SKU-1' }, current: { kind: 'ids', ids: [a] } })
  await library.settled()
  expect(sentLists().at(-1)).toEqual([a, await sourceOf('b.png')])
})

it('names a product whose list is partly unreadable, and asks before it is replaced', async () => {
  await prepare()
  await damage(
    `UPDATE facts SET fact = replace(fact, '"', char(7)) WHERE kind = 'confirmed';
     UPDATE attribute_lists SET state = replace(state, '"', char(7))`,
  )
  await meetAndRestart()
  expect(describeRecoveries(library.core().restored)).toContain('list of SKU-1')
  const [product] = await library.client().products.list()
  expect(product?.lists[0]?.asks ?? 'never-said').not.toBeNull()
  await expect(attach('b.png', null)).rejects.toMatchObject({ code: 'current-unknown' })
})
