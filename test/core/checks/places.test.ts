import { cpSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveSnapshot } from '../../../electron/core/base/database/snapshots.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts'

const library = prepareTestLibrary()
const checks = () => library.client().checks
const data = (name = 'data'): string => join(library.folder(), name)

let other: ScriptedService
beforeEach(async () => {
  other = await startScriptedService()
})
afterEach(() => other.stop())

const names = ['A.png', 'B.png', 'C.png']
const kinds = ['every', 'first', 'others'] as const
type Kind = (typeof kinds)[number]
/** Each fails in another number of rules, so that sums tell which ones judged a picture. */
const rulesOf: Readonly<Record<Kind, number>> = { every: 1, first: 2, others: 4 }

const importProfile = (pictures: Kind, revision: number) => {
  const rules = Array.from({ length: rulesOf[pictures] }, (_, at) => ({ kind: 'edge', side: 'longest', least: 500 + at + revision }))
  const profile = { packshotProfile: 1, id: pictures, revision, name: pictures, pictures, rules }
  return checks().import({ text: JSON.stringify(profile) })
}

const failingIds = async (failing: string) => (await library.page({ failing })).rows.map(({ id }) => id)
const pictureRows = async () => (await library.page({}, 'name')).rows
const idsOf = async () => (await pictureRows()).map(({ id }) => id)
/** A kill may leave a person to say whether a product was created. */
const createAgain = async (): Promise<void> => {
  const asked = (await library.client().jobs.list({ operation: 'create-product' })).filter(({ status }) => status.state === 'parked')
  if (asked.length > 0) await library.client().jobs.retry({ jobIds: asked.map(({ id }) => id), choice: 'again' })
}
const judged = async (): Promise<void> => {
  // What a kill cut off waits for a while before it is tried again.
  await waitFor(async () => {
    const { waiting, running } = await library.counts()
    if (waiting > 0) await library.client().queue.retryNow()
    if (waiting > 0 && running === 0) await createAgain()
    return waiting + running === 0
  })
  await waitFor(async () => !(await checks().summary()).left)
}

const activeId = async () => (await library.client().workspaces.list()).find(({ isActive }) => isActive)?.id
const listProducts = async () => {
  const connectionId = await activeId()
  return (await library.client().products.list()).filter((product) => product.connectionId === connectionId)
}
const findProduct = async (name: string) => (await listProducts()).find((product) => (product.name ?? product.productId) === name)

/** Which kinds of profiles are about each picture, from the products’ lists alone. */
const expected = async (used: readonly Kind[]): Promise<Kind[][]> => {
  const lists: { readonly images: (string | null)[]; readonly isWhole: boolean }[] = []
  for (const { sourceIds, origin } of (await listProducts()).flatMap((product) => product.lists)) {
    const known = await library.client().library.names({ by: 'source', ids: [...(sourceIds ?? [])] })
    const images = (sourceIds ?? []).map((sourceId) => known.find(({ id }) => id === sourceId)?.imageId ?? null)
    lists.push({ images, isWhole: (origin ?? null) !== null })
  }
  return (await idsOf()).map((imageId) => {
    const places = lists.flatMap(({ images, isWhole }) =>
      images.flatMap((one, at): Kind[] => (one !== imageId ? [] : at > 0 ? ['others'] : isWhole ? ['first'] : ['first', 'others'])),
    )
    return used.filter((kind) => kind === 'every' || places.length === 0 || places.includes(kind))
  })
}

/** Which kinds of profiles the library shows for each picture: by its marks, by the filter, and as it is judged at once. */
const shown = async (used: readonly Kind[]) => {
  const rows = await pictureRows()
  const sums = rows.map((row) => row.checks?.failed ?? 0)
  const byMarks = sums.map((sum) => used.filter((kind) => (sum & rulesOf[kind]) > 0))
  const filtered = new Map<Kind, readonly string[]>()
  for (const kind of used) filtered.set(kind, await failingIds(kind))
  const byFilter = rows.map(({ id }) => used.filter((kind) => filtered.get(kind)?.includes(id)))
  const found = used.length === 0 ? [] : await checks().pictures({ imageIds: rows.map(({ id }) => id) })
  const atOnce = rows.map((_, at) => used.filter((kind) => found[at]?.profiles.some(({ id }) => id === kind)))
  return { byMarks, byFilter, atOnce }
}

const readAll = async (used: readonly Kind[]) => {
  await judged()
  const all = await expected(used)
  const { failing, byProfile } = await checks().summary()
  return {
    shown: { ...(await shown(used)), failing, ofProfiles: used.map((kind) => byProfile[kind] ?? 0), any: (await failingIds('*')).length },
    expected: {
      ...{ byMarks: all, byFilter: all, atOnce: all },
      failing: all.filter((one) => one.length > 0).length,
      ofProfiles: used.map((kind) => all.filter((one) => one.includes(kind)).length),
      any: all.filter((one) => one.length > 0).length,
    },
  }
}

/** What is shown comes to what the lists say, once nothing is under way. */
const compare = async (used: readonly Kind[]): Promise<void> => {
  const inOrder = kinds.filter((kind) => used.includes(kind))
  let last = await readAll(inOrder)
  // A picture that was decoded just now is judged once more.
  await waitFor(async () => {
    last = await readAll(inOrder)
    return JSON.stringify(last.shown) === JSON.stringify(last.expected)
  }, 5_000).catch(() => {})
  expect(last.shown).toEqual(last.expected)
}

const attachTo = async (name: string, pictures: readonly number[]): Promise<void> => {
  const ids = await idsOf()
  const found = await findProduct(name)
  const chosen = pictures.flatMap((at) => ids[at] ?? [])
  const [list] = found?.lists ?? []
  const current = list?.asks ? { kind: 'ids', ids: [...new Set([...(list.sourceIds ?? []), ...(list.maybeIds ?? [])])] } : null
  await library.attach(chosen, name, found ? { product: { kind: 'ref', ref: found.ref }, current } : {})
}

/** A product that others work with, too: what it has is not known, until a person says it. */
const appendTo = async (productId: string, pictures: readonly number[]): Promise<void> => {
  const ids = await idsOf()
  const product = { kind: 'id', productId }
  await library.attach(
    pictures.flatMap((at) => ids[at] ?? []),
    '',
    { product, current: { kind: 'appends' } },
  )
}

const setList = async (name: string, change: (ids: readonly string[]) => readonly string[]): Promise<void> => {
  const product = await findProduct(name)
  const [list] = product?.lists ?? []
  if (!product?.productId || !list?.sourceIds?.length) return
  const sourceIds = [...change(list.sourceIds)]
  if (sourceIds.join() === list.sourceIds.join()) return
  const current = { kind: 'ids' as const, ids: [...list.sourceIds], removed: list.maybeIds?.filter((id) => !list.sourceIds?.includes(id)) }
  await library.client().products.replaceList({ productRef: product.ref, attribute: list.attribute, sourceIds, current })
}

/** Says of each list that waits for it what it has: a picture of a colleague, and then what is known. */
const settle = async (): Promise<void> => {
  const { rows } = await library.client().products.unsettled({ offset: 0, limit: 100 })
  const lists = rows.map(({ productRef, attribute, sourceIds, maybeIds }) => {
    const ids = ['colleague', ...new Set([...sourceIds, ...maybeIds])]
    return { productRef, attribute, current: { kind: 'ids' as const, ids: [...new Set(ids)] } }
  })
  if (lists.length > 0) await library.client().products.settle({ lists })
}

const stateShared = async (): Promise<void> => {
  const [ids, product] = [await idsOf(), await findProduct('SHARED')]
  const [list] = product?.lists ?? []
  if (!product || !list) return
  const current = { kind: 'ids', ids: [...new Set(['colleague', ...(list.sourceIds ?? []), ...(list.maybeIds ?? [])])] }
  await library.attach(ids.slice(0, 1), '', { product: { kind: 'id', productId: 'SHARED' }, current })
}

const begin = async (): Promise<void> => {
  await library.connect()
  await library.start()
  await library.add(names)
  await library.settled()
  for (const one of kinds) await importProfile(one, 1)
}

it('judges a picture by its places in products: the first one, others, both, or as it would be', async () => {
  await begin()
  await checks().use({ ids: ['first', 'others'] })
  await compare(['first', 'others'])
  await attachTo('Mug', [0, 1])
  await judged()
  expect((await pictureRows()).map((row) => row.checks?.failed)).toEqual([2, 4, 6])
  expect(await library.names({ failing: 'first' }, 'name')).toEqual(['A.png', 'C.png'])
  expect(await library.names({ failing: 'others' }, 'name')).toEqual(['B.png', 'C.png'])
  await setList('Mug', (ids) => ids.toReversed())
  await compare(['first', 'others'])
  expect((await pictureRows()).map((row) => row.checks?.failed)).toEqual([4, 2, 6])
  await attachTo('Shirt', [0])
  await compare(['first', 'others'])
  expect((await pictureRows()).map((row) => row.checks?.failed)).toEqual([6, 2, 6])
  const imageIds = await idsOf()
  const named = await checks().pictures({ imageIds, profiles: ['first'] })
  expect(named.map(({ profiles }) => profiles.map(({ id }) => id))).toEqual([['first'], ['first'], ['first']])
})

it('judges the first known picture of a list that may have others before it by both kinds, until a person says what it has', async () => {
  await begin()
  await checks().use({ ids: ['first', 'others'] })
  await appendTo('SHARED', [0, 1])
  await judged()
  expect((await pictureRows()).map((row) => row.checks?.failed)).toEqual([6, 4, 6])
  await stateShared()
  await judged()
  expect((await pictureRows()).map((row) => row.checks?.failed)).toEqual([4, 4, 6])
})

it('judges a picture as one that no product shows once the workspace no longer has its source', async () => {
  await begin()
  await checks().use({ ids: ['first', 'others'] })
  await attachTo('Mug', [0, 1])
  await judged()
  for (const [gone, failed] of [
    [1, [6, 6, 6]],
    [0, [2, 4, 6]],
  ] as const) {
    await library.close()
    const database = new DatabaseSync(join(data(), 'library.db'))
    database.exec(`UPDATE sources SET gone = ${gone}`)
    database.close()
    await library.reopen()
    await library.start()
    await judged()
    expect((await pictureRows()).map((row) => row.checks?.failed)).toEqual(failed)
  }
})

it('follows a list that was stated before the workspace was connected again', async () => {
  await begin()
  await checks().use({ ids: ['first', 'others'] })
  const connectionId = (await activeId()) ?? ''
  const [imageId = ''] = await idsOf()
  await attachTo('Mug', [0, 1])
  await library.settled()
  const [first = '', second = ''] = (await findProduct('Mug'))?.lists[0]?.sourceIds ?? []
  await library.client().workspaces.forget({ connectionId, queue: 'keep' })
  await library.client().queue.pause()
  const current = { kind: 'ids', ids: [second, first] }
  await library.attach([imageId], '', { product: { kind: 'id', productId: 'LATER' }, current })
  const marks = async () => (await pictureRows()).map((row) => row.checks?.failed)
  expect(await marks()).toEqual([undefined, undefined, undefined])
  await library.connect()
  await expect.poll(marks).toEqual([6, 6, 6])
})

it('follows a long list, whose pictures are followed in pieces', async () => {
  await begin()
  await checks().use({ ids: ['first', 'others'] })
  await judged()
  const others = Array.from({ length: 700 }, (_, at) => `src_of_a_colleague_with_a_long_id_${at}`)
  const productId = 'prd_long'
  const [first = ''] = await idsOf()
  await library.attach([first], '', { product: { kind: 'id', productId }, current: { kind: 'ids', ids: others } })
  const marks = async () => (await pictureRows()).map((row) => row.checks?.failed).join()
  await waitFor(async () => (await marks()) === '4,6,6')
  const product = await library.client().products.find({ by: 'id', productId })
  const ours = product?.lists[0]?.sourceIds ?? []
  expect(ours).toHaveLength(701)
  await library.client().products.replaceList({
    ...{ productRef: product?.ref ?? '', attribute: 'Images' },
    sourceIds: ours.toReversed(),
    current: { kind: 'as-known' },
  })
  await waitFor(async () => (await marks()) === '2,6,6')
}, 60_000)

const product = fc.constantFrom('Mug', 'Shirt')
const pictures = fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('attach' as const), product, pictures }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), product: fc.constantFrom('Mug', 'Shirt', 'SHARED') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('drop-first' as const), product }) },
  fc.record({ kind: fc.constant('append' as const), pictures }),
  fc.record({ kind: fc.constant('use' as const), used: fc.subarray([...kinds]) }),
  fc.record({ kind: fc.constant('update' as const), profile: fc.constantFrom(...kinds) }),
  fc.record({ kind: fc.constant('remove' as const), profile: fc.constantFrom(...kinds) }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('state' as const, 'settle' as const, 'version' as const, 'separate' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'switch' as const, 'snapshot' as const, 'restore' as const) }),
  },
  fc.record({ kind: fc.constant('kill' as const), product, pictures, turns: fc.nat(40) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

it('shows what a fresh look at the lists comes to, after any sequence of changes', async () => {
  await begin()
  let used: readonly Kind[] = []
  let revision = 1
  let isFirst = true
  let saved = false
  const counts: Partial<Record<Step['kind'], number>> = {}
  const removed = new Set<Kind>()
  const bringBack = async (kind: Kind): Promise<void> => {
    revision++
    removed.delete(kind)
    await importProfile(kind, revision)
  }
  const reconnect = async (): Promise<void> => {
    const { baseUrl } = isFirst ? library.service() : other
    await library.client().session.connect({ kind: 'api-key', baseUrl, apiKey: 'key', rates: { 'analyse-image': null } })
    await checks().use({ ids: used.filter((kind) => !removed.has(kind)) })
  }
  /** What is in use, and known at all, comes from before. */
  const comeBack = async (): Promise<void> => {
    await reconnect()
    await library.start()
    for (const kind of kinds) await bringBack(kind)
    await checks().use({ ids: [...used] })
  }
  const run = async (one: Step): Promise<void> => {
    switch (one.kind) {
      case 'attach':
        return attachTo(one.product, one.pictures)
      case 'append':
        return appendTo('SHARED', one.pictures)
      case 'reverse':
        return setList(one.product, (ids) => ids.toReversed())
      case 'drop-first':
        return setList(one.product, (ids) => ids.slice(1))
      case 'state':
        return stateShared()
      case 'settle':
        return settle()
      case 'use':
        used = one.used
        for (const kind of used) if (removed.has(kind)) await bringBack(kind)
        await checks().use({ ids: [...used] })
        return
      case 'update':
        return bringBack(one.profile)
      case 'remove':
        // It comes back with the next update, in use or not as before.
        if (removed.has(one.profile)) return
        removed.add(one.profile)
        await checks().remove({ id: one.profile })
        return
      case 'version':
        revision++
        await library.addChanged('A.png', `seed ${revision}`)
        await judged()
        await library.client().versions.use({})
        return
      case 'separate':
        await library.client().versions.separate({ imageIds: [(await idsOf())[0] ?? ''] })
        return
      case 'switch':
        isFirst = !isFirst
        return reconnect()
      case 'restart':
        await library.reopen()
        await library.start()
        return
      case 'snapshot': {
        await library.close()
        const database = new DatabaseSync(join(data(), 'library.db'))
        saveSnapshot(database, data(), Date.now(), systemPlatform)
        database.close()
        saved = true
        await library.reopen()
        await library.start()
        return
      }
      case 'restore':
        if (!saved) return
        await library.close()
        await writeFile(join(data(), 'library.db'), 'garbage '.repeat(8_000))
        await library.reopen()
        expect(library.core().restored.length).toBeGreaterThan(0)
        return comeBack()
      case 'kill': {
        const attaching = attachTo(one.product, one.pictures).catch(() => {})
        for (let left = one.turns; left > 0; left--) await new Promise((resolve) => setImmediate(resolve))
        cpSync(data(), data('killed'), { recursive: true })
        await attaching
        await library.close()
        rmSync(data(), { recursive: true })
        renameSync(data('killed'), data())
        await library.reopen()
        return comeBack()
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      await run({ kind: 'use', used: ['first', 'others'] })
      for (const one of steps) {
        await run(one)
        await compare(used.filter((kind) => !removed.has(kind)))
        counts[one.kind] = (counts[one.kind] ?? 0) + 1
      }
    }),
    { numRuns: 14, endOnFailure: true },
  )
  // Or little of this was tried.
  expect(Object.keys(counts).length).toBeGreaterThan(8)
}, 400_000)
