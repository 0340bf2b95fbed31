import { expect, it } from 'vitest'
import { checkAttached } from '../../electron/cli/commands/check-attached.ts'
import { AppError } from '../../shared/base/errors.ts'
import { describeOtherPictures } from '../../shared/checks/requirement-profiles-words.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'

const library = prepareTestLibrary()

const rules = [
  { kind: 'edge', side: 'longest', most: 500 },
  { kind: 'picture-count', least: 3 },
]
const importShop = (pictures: 'every' | 'first') =>
  library.client().checks.import({
    text: JSON.stringify({ packshotProfile: 1, id: pictures, revision: 1, name: `Shop, ${pictures}`, pictures, rules }),
  })

it('checks the lists that products have: a colleague’s picture counts and is never passed, and a list that may be longer is not checked', async () => {
  await library.connect()
  await library.start()
  await library.add(['Mug.png', 'Shirt.png'])
  await library.settled()
  const [mug = '', shirt = ''] = (await library.page()).rows.map(({ id }) => id)
  await library.attach([mug, shirt])
  const theirs = { kind: 'id', productId: 'SKU-1' }
  await library.attach([mug, shirt], '', { product: theirs, current: { kind: 'ids', ids: ['src_of_a_colleague'] } })
  await library.attach([mug], '', { product: { kind: 'id', productId: 'SKU-2' }, current: { kind: 'appends' } })
  await library.settled()
  const client = library.client()
  const refused = await checkAttached(client, null).catch((error: unknown) => error)
  expect(refused instanceof AppError && refused.failure.kind).toBe('no-profile-used')
  await importShop('every')
  await importShop('first')
  await client.checks.use({ ids: ['every'] })
  const find = async (profiles: string[] | null, name: string) => (await checkAttached(client, profiles)).find((one) => one.name === name)
  expect(await find(null, 'Mug')).toMatchObject({
    attribute: 'Images',
    pictures: 2,
    profiles: [{ id: 'every', failed: 1, fails: 0, unsure: 0 }],
  })
  expect(await find(['every', 'first'], 'SKU-1')).toMatchObject({
    pictures: 3,
    profiles: [
      { id: 'every', failed: 0, fails: 0, unsure: 1, unseen: 1, meant: 3 },
      { id: 'first', failed: 0, fails: 0, unsure: 1, unseen: 1, meant: 1 },
    ],
  })
  expect(await find(null, 'SKU-2')).toMatchObject({ pictures: 1, profiles: null })
})

it('checks the file that the workspace has, also where the picture has a newer one, and says so', async () => {
  await library.connect()
  await library.start()
  const large = `large ${'x'.repeat(2_000)}`
  await library.add(['Shirt.png'])
  await library.addChanged('Mug.png', large)
  await library.settled()
  await library.attach(['Mug.png'])
  await library.settled()
  const client = library.client()
  await client.checks.import({
    text: JSON.stringify({
      packshotProfile: 1,
      id: 'small',
      revision: 1,
      name: 'Small files',
      rules: [{ kind: 'file-size', most: 1_000 }],
    }),
  })
  const find = async () => (await checkAttached(client, ['small']))[0]?.profiles?.[0]
  expect(await find()).toMatchObject({ fails: 1, earlier: 0, told: [{ rules: [{ result: { state: 'failed', fix: 'scale-down' } }] }] })
  await library.addChanged('Mug.png', 'small', false)
  const { made } = await client.versions.use({})
  const earlier = await find()
  expect(earlier).toMatchObject({ fails: 1, earlier: 1, told: [{ rules: [{ result: { state: 'failed', fix: 'send-again' } }] }] })
  expect(earlier && describeOtherPictures(earlier)).toEqual(['1 picture checked as the workspace has it: in an earlier file.'])
  // As a product that gets it is checked by what it would get: no file of this version is there.
  const [found] = await client.checks.product({ imageIds: [...made], total: 1, profiles: ['small'] })
  expect(found).toMatchObject({ fails: 0, earlier: 0 })
  await client.sendAgain.start({ images: { kind: 'all' } })
  await library.settled()
  expect(await find()).toMatchObject({ fails: 0, unsure: 0, earlier: 0 })
})
