import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createSettingsStore } from '../../../../electron/core/base/settings/settings-store.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'
import { createCatalogueStore } from '../../../../electron/core/products/catalogue/catalogue-store.ts'
import { createProductStore } from '../../../../electron/core/products/ledger/product-store.ts'
import { createMatchingHandlers } from '../../../../electron/core/products/matching/api.ts'
import { createMatchStore } from '../../../../electron/core/products/matching/match-store.ts'
import { renewMatchKeys } from '../../../../electron/core/products/matching/renew-match-keys.ts'
import { defaultMatchRules, type MatchRule } from '../../../../shared/products/matching.ts'
import { readHere } from '../../../support/read-here.ts'

/**
 * Random sequences of what a person, the product list, the workspace and a crash do to kept matches, against a small model: the state before each
 * change that can be undone, and a person's decisions.
 */

const root = mkdtempSync(join(tmpdir(), 'packshot-matches-model-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const workspace = 'con_1'
const skus = ['A-1', 'B-2', 'C-3'] as const
const names = ['A-1_1.png', 'A-1_2.png', 'A-1_3.png', 'B-2_1.png', 'B-2_2.png', 'A-1 B-2.png', 'C-3.png', 'loose.png']
const imageIds = names.map((_, at) => `img_${at}`)

type Step =
  | { readonly kind: 'apply'; readonly rules: readonly MatchRule[] }
  | {
      readonly kind: 'move'
      readonly pictures: readonly number[]
      readonly to: number
      readonly place: number | null
      readonly knowsId: boolean
      readonly also: boolean
    }
  | { readonly kind: 'take-out'; readonly pictures: readonly number[]; readonly from: number }
  | { readonly kind: 'not-a-product'; readonly pictures: readonly number[] }
  | { readonly kind: 'undo' }
  | { readonly kind: 'import'; readonly withId: readonly boolean[]; readonly isTurned: boolean }
  | { readonly kind: 'connect' }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'remove' | 'restore'; readonly picture: number }
  | { readonly kind: 'restart' }

/** `killedAt`: the process ends before this write of the step, and starts again. */
type Killed = { readonly step: Step; readonly killedAt: number | null }

const picture = fc.nat({ max: names.length - 1 })
const pictures = fc.uniqueArray(picture, { minLength: 1, maxLength: 3 })
const ruleSets: readonly (readonly MatchRule[])[] = [
  defaultMatchRules,
  [{ by: 'folder' }],
  [{ by: 'pattern', pattern: '{sku}_{position}' }],
]
const apply = fc.constantFrom(...ruleSets).map((rules): Step => ({ kind: 'apply', rules }))
const move = fc
  .record({ pictures, to: fc.nat({ max: 2 }), place: fc.option(fc.integer({ min: 1, max: 5 })), knowsId: fc.boolean(), also: fc.boolean() })
  .map((one): Step => ({ kind: 'move', ...one }))
const step = fc.oneof(
  { arbitrary: apply, weight: 3 },
  { arbitrary: move, weight: 4 },
  { arbitrary: pictures.map((all): Step => ({ kind: 'not-a-product', pictures: all })), weight: 1 },
  { arbitrary: fc.tuple(pictures, fc.nat({ max: 2 })).map(([all, from]): Step => ({ kind: 'take-out', pictures: all, from })), weight: 2 },
  { arbitrary: fc.constant<Step>({ kind: 'undo' }), weight: 3 },
  {
    arbitrary: fc
      .tuple(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), fc.boolean())
      .map(([withId, isTurned]): Step => ({ kind: 'import', withId, isTurned })),
    weight: 4,
  },
  { arbitrary: fc.constantFrom<Step>({ kind: 'connect' }, { kind: 'disconnect' }), weight: 2 },
  { arbitrary: fc.tuple(fc.constantFrom('remove', 'restore'), picture).map(([kind, one]): Step => ({ kind, picture: one })), weight: 2 },
  { arbitrary: fc.constant<Step>({ kind: 'restart' }), weight: 1 },
)
const steps = fc.array(fc.record({ step, killedAt: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 6 }) }), {
  minLength: 20,
  maxLength: 30,
  size: 'max',
})

type Row = { readonly state: string; readonly sku: string | null; readonly place: number | null; readonly by: string }
/** By picture, in the order of their products. */
type Rows = ReadonlyMap<string, readonly Row[]>

/** An app on one library that can be killed. */
const openApp = (folder: string, isConnected: () => boolean) => {
  const { database } = openDatabase(folder, systemPlatform)
  const real = createJournal(database, systemPlatform)
  let left = Number.POSITIVE_INFINITY
  const journal: Journal = {
    ...real,
    write: (change) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return real.write(change)
    },
  }
  const matches = createMatchStore(journal)
  const catalogue = createCatalogueStore(journal)
  const connectionId = () => (isConnected() ? workspace : null)
  const connections = { active: () => (isConnected() ? { id: workspace } : null), list: () => [{ id: workspace }] }
  const lists = {
    products: createProductStore(journal, systemPlatform.clock),
    sources: createSourceStore(journal),
    settings: createSettingsStore(journal, 4),
  }
  const context = {
    journal,
    connections,
    matches,
    catalogue,
    ...lists,
    reader: readHere(journal),
    slowReader: readHere(journal),
    ports: systemPlatform,
  } as unknown as Parameters<typeof createMatchingHandlers>[0]
  return {
    journal,
    matches,
    catalogue,
    client: createRouterClient(createMatchingHandlers(context)),
    renewKeys: () => renewMatchKeys(context, connectionId()),
    killBefore: (write: number) => {
      left = write - 1
    },
    wasKilled: () => left < 0,
    live: () => {
      left = Number.POSITIVE_INFINITY
    },
    close: async () => {
      await real.durable()
      real.close()
    },
  }
}

const run = async (all: readonly Killed[], folder: string): Promise<void> => {
  let isConnected = false
  let app = openApp(folder, () => isConnected)
  const owner = () => (isConnected ? workspace : '')
  /** What each undo gives back, by workspace. */
  const stacks: Record<string, Rows[]> = { '': [], [workspace]: [] }
  const idOf = (at: number) => `prd_${at}`
  let ids: readonly boolean[] = []

  const read = (of = owner()): Rows => {
    const found = new Map<string, Row[]>()
    const rows = app.journal.all(
      `SELECT image_id, state, product ->> '$.sku' AS sku, place, decided_by FROM matches WHERE connection_id = ? ORDER BY image_id, sku`,
      of,
    )
    for (const row of rows) {
      const there = found.get(String(row.image_id)) ?? []
      there.push({
        state: String(row.state),
        sku: row.sku === null ? null : String(row.sku),
        place: row.place === null ? null : Number(row.place),
        by: String(row.decided_by),
      })
      found.set(String(row.image_id), there)
    }
    return found
  }
  /** Pictures that a person decided about, with all their products. */
  const decisionsOf = (rows: Rows): Rows => new Map([...rows].filter(([, all]) => all.some(({ by }) => by === 'person')))
  const withoutPlaces = (rows: Rows) => new Map([...rows].map(([id, all]) => [id, all.map(({ state, sku }) => ({ state, sku }))]))
  const skusOf = (rows: Rows, id: string): readonly string[] => (rows.get(id) ?? []).flatMap(({ sku }) => sku ?? [])

  /** Like a real import, it keeps the ids that earlier lists named. */
  const importList = (named: readonly boolean[], isTurned: boolean): void => {
    const withId = named.map((one, at) => one || ids[at] === true)
    const entries = skus.map((sku, at) => ({ sku, productId: withId[at] ? idOf(at) : null }))
    app.journal.write(() => {
      const number = app.catalogue.begin(isConnected ? workspace : null, 'list.csv', 1)
      for (const { sku, productId } of isTurned ? entries.toReversed() : entries) {
        const rest = { gtin: null, name: null, handle: null, shows: null, showsAt: null, further: '[]', searched: '' }
        app.catalogue.add(number, { row: 2, sku, skuKey: sku.toLowerCase(), productId, ...rest })
      }
      app.catalogue.complete(number, { products: skus.length, missing: 0, refused: 0, noted: 0 })
      while (app.catalogue.removePiece(100));
    })
    ids = withId
  }

  const productFor = (at: number, knowsId: boolean) => {
    const productId = ids[at] && knowsId ? idOf(at) : null
    const sku = skus[at] ?? ''
    return { key: productId ? `id:${productId}` : `sku:${sku.toLowerCase()}`, productId, sku, gtin: null, name: null, handle: null }
  }

  const connect = (): void => {
    if (isConnected) return
    const [waiting, known] = [read(''), read(workspace)]
    const [newer, older] = [stacks[''] ?? [], stacks[workspace] ?? []]
    const hasWaiting = waiting.size > 0 || newer.length > 0
    const hasKnown = known.size > 0 || older.length > 0
    app.journal.write(() => {
      app.matches.adopt(workspace)
      app.catalogue.adopt(workspace)
    })
    isConnected = true
    stacks[workspace] = hasWaiting && hasKnown ? [] : hasWaiting ? newer : older
    stacks[''] = []
    const decided = new Map([...decisionsOf(known), ...decisionsOf(waiting)])
    expect(withoutPlaces(decisionsOf(read()))).toEqual(withoutPlaces(decided))
    expect(read('').size).toBe(0)
  }

  /** Does it, and says whether it was a change that can be undone; `null`: it was an undo. */
  const act = async (one: Step): Promise<boolean | null> => {
    const { client } = app
    switch (one.kind) {
      case 'apply':
        return (await client.apply({ rules: [...one.rules] })).changed > 0
      case 'move': {
        const ofMoved = one.pictures.flatMap((at) => imageIds[at] ?? [])
        return (await client.move({ imageIds: ofMoved, to: productFor(one.to, one.knowsId), place: one.place, also: one.also })).changed > 0
      }
      case 'take-out': {
        const from = productFor(one.from, true).key
        return (await client.takeOut({ imageIds: one.pictures.flatMap((at) => imageIds[at] ?? []), from })).changed > 0
      }
      case 'not-a-product':
        return (await client.notAProduct({ imageIds: one.pictures.flatMap((at) => imageIds[at] ?? []) })).changed > 0
      case 'undo':
        return (await client.undo()).undone === null ? false : null
      case 'import':
        importList(one.withId, one.isTurned)
        await app.renewKeys()
        return false
      case 'connect':
        connect()
        return false
      case 'disconnect':
        isConnected = false
        return false
      case 'remove':
      case 'restore':
        app.journal.write(() =>
          app.journal.run('UPDATE images SET removed_at = ? WHERE id = ?', one.kind === 'remove' ? 1 : null, imageIds[one.picture] ?? ''),
        )
        return false
      case 'restart':
        return false
    }
  }

  const restart = async (): Promise<void> => {
    app.live()
    await app.close()
    app = openApp(folder, () => isConnected)
    await app.renewKeys()
  }

  const checkInvariants = async (): Promise<void> => {
    const { rows } = await app.client.page({ offset: 0, limit: 100 })
    const shownSkus = rows.map(({ product }) => product.sku)
    expect(new Set(shownSkus).size).toBe(shownSkus.length)
    const places = [...read().values()].flat().flatMap(({ sku, place }) => (sku === null ? [] : [`${sku} ${place}`]))
    expect(new Set(places).size).toBe(places.length)
    for (const [id, all] of read()) {
      expect(new Set(skusOf(read(), id)).size).toBe(skusOf(read(), id).length)
      if (all.length > 1) expect(all.every(({ state }) => state === 'matched')).toBe(true)
    }
  }

  /** The state after a step, as far as the model knows it. */
  const checkOutcome = async (one: Step, before: Rows, outcome: boolean | null): Promise<void> => {
    const stack = stacks[owner()] ?? []
    if (outcome === true) stack.push(before)
    if (outcome === null) {
      expect(read()).toEqual(stack.pop())
      return
    }
    if (one.kind === 'undo') expect(stack).toEqual([])
    if (one.kind === 'apply') {
      expect(decisionsOf(read())).toEqual(decisionsOf(before))
      expect(await app.client.apply({ rules: [...one.rules] })).toMatchObject({ changed: 0 })
    }
    if (one.kind === 'import' || one.kind === 'remove' || one.kind === 'restore' || one.kind === 'restart') expect(read()).toEqual(before)
    if (one.kind === 'take-out') {
      for (const id of one.pictures.flatMap((at) => imageIds[at] ?? [])) {
        const left = skusOf(before, id).filter((sku) => sku !== skus[one.from])
        const isLeft = left.length > 0
        expect(withoutPlaces(decisionsOf(read())).get(id)).toEqual(
          isLeft ? left.map((sku) => ({ state: 'matched', sku })) : [{ state: 'taken-out', sku: null }],
        )
      }
    }
    if (one.kind !== 'move') return
    const moved = one.pictures.flatMap((at) => imageIds[at] ?? [])
    const decided = withoutPlaces(decisionsOf(read()))
    for (const id of moved) {
      const to = skus[one.to] ?? ''
      const known = skusOf(before, id)
      const wanted = one.also || known.includes(to) ? [...new Set([...known, to])].toSorted() : [to]
      expect(decided.get(id)).toEqual(wanted.map((sku) => ({ state: 'matched', sku })))
    }
    for (const [id, said] of withoutPlaces(decisionsOf(before))) if (!moved.includes(id)) expect(decided.get(id)).toEqual(said)
    const shown =
      (await app.client.page({ offset: 0, limit: 100 })).rows.find(({ product }) => product.sku === skus[one.to])?.pictures ?? []
    const visible = moved.filter((id) => shown.some(({ imageId }) => imageId === id))
    const place = Math.min(one.place ?? shown.length, shown.length - visible.length + 1)
    if (visible.length > 0) expect(shown.slice(place - 1, place - 1 + visible.length).map(({ imageId }) => imageId)).toEqual(visible)
  }

  app.journal.write(() => {
    for (const [at, name] of names.entries())
      app.journal.run(
        `INSERT INTO images (id, name, folder, origin, added_at, format, bytes, width, height) VALUES (?, ?, '/drop', '{}', 1, 'png', 1, 1, 1)`,
        imageIds[at] ?? '',
        name,
      )
  })
  importList([false, false, false], false)
  for (const { step: one, killedAt } of all) {
    const before = read()
    const depth = stacks[owner()]?.length ?? 0
    const isRisky = killedAt !== null && ['apply', 'move', 'take-out', 'not-a-product', 'undo', 'import'].includes(one.kind)
    if (isRisky) app.killBefore(killedAt)
    const outcome = await act(one).catch((error: unknown) => {
      if (!app.wasKilled()) throw error
      return 'killed' as const
    })
    app.live()
    if (outcome === 'killed' || one.kind === 'restart') await restart()
    if (outcome !== 'killed') await checkOutcome(one, before, outcome)
    else if (one.kind === 'undo' && depth > 0 && JSON.stringify([...read()]) !== JSON.stringify([...before]))
      // An undo that had begun is ended by the start.
      expect(read()).toEqual(stacks[owner()]?.pop())
    else if (one.kind === 'undo' && depth > 0) {
      // Killed before it had begun, or in the undo of a change that says the same: both end here.
      const changes = Number(app.journal.get('SELECT count(*) AS n FROM match_changes WHERE connection_id = ?', owner())?.n)
      if (changes < depth) stacks[owner()]?.pop()
    } else if (one.kind === 'import')
      ids = app.journal
        .all(
          "SELECT product_id FROM catalogue_entries WHERE import = (SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current') ORDER BY sku",
          owner(),
        )
        .map((row) => row.product_id !== null)
    else expect(read()).toEqual(before)
    await checkInvariants()
  }
  await app.close()
}

it('keep a person’s decisions, undo to the state before, and leave nothing unfinished, whatever comes in whatever order', async () => {
  let at = 0
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      at += 1
      const folder = join(root, String(at))
      mkdirSync(folder)
      await run(all, folder)
      rmSync(folder, { recursive: true, force: true })
    }),
    { numRuns: 8 },
  )
}, 300_000)
