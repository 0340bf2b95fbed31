import { join } from 'node:path'
import {
  afterConnect,
  afterDecision,
  afterForgetting,
  afterImport,
  afterRelease,
  afterRules,
  afterUndo,
  type Catalogue,
  describeDecisions,
  describeLists,
  emptyCatalogue,
  joinSkus,
  type ListRow,
  newestChange,
  noProduct,
  type Place,
} from './catalogue-model.ts'
import type { ModelService } from './model-service.ts'
import type { Oracle } from './oracle.ts'
import type { Client, SimPackshot } from './sim-packshot.ts'
import type { CatalogueDeed, Step } from './steps.ts'
import type { World } from './world.ts'

/** Without states that say the same. */
const distinct = (states: readonly Catalogue[]): readonly Catalogue[] => {
  const changesOf = ({ changes }: Catalogue): string =>
    JSON.stringify([...changes].map(([place, all]) => [place, all?.map(({ kind, before }) => [kind, [...before]])]))
  const seen = new Map(states.map((one) => [`${describeLists(one)} ${describeDecisions(one)} ${changesOf(one)}`, one]))
  return [...seen.values()]
}

type Outcome = Awaited<ReturnType<SimPackshot['call']>>

/** A person who imports lists and matches pictures, and knows what there must be afterwards. */
export const createCataloguePerson = (
  world: World,
  packshot: SimPackshot,
  services: readonly ModelService[],
  oracle: Pick<Oracle, 'report'>,
) => {
  const { name } = packshot
  /** What there may be: more than one, where a request had no answer. */
  let possible: readonly Catalogue[] = [emptyCatalogue]
  /** Everything that ever was: a restored library has one of these lists, and some of these decisions. */
  const everLists = new Set<string>()
  const everDecisions = new Set<string>()
  /** A request without an answer may still run. */
  let isOpen = false
  /** Missing products of these places are being removed in pieces, and may be there or not. */
  const loose = new Set<Place>()
  /** Something unknown was undone: what is there then counts. */
  let isUndoneUnknown = false
  let lists = 0
  /** The last recovery that the person read of. */
  let recovery = ''

  const note = (): void => {
    for (const state of possible) {
      for (const lines of state.lists.values()) for (const line of lines) everLists.add(line)
      for (const [key, decision] of state.decisions) everDecisions.add(`${key.slice(key.indexOf(' ') + 1)} ${decision}`)
    }
  }

  const placeOf = (connectionId: unknown): Place => {
    if (connectionId === '') return ''
    const [row] = packshot.query(`SELECT value FROM connections WHERE id = '${String(connectionId)}'`)
    return services.find(({ baseUrl }) => String(row?.value).includes(baseUrl))?.name ?? `unknown ${String(connectionId)}`
  }

  /** As it is in the library. */
  const actual = (): Pick<Catalogue, 'lists' | 'decisions'> => {
    const found = new Map<Place, readonly string[]>()
    for (const row of packshot.query("SELECT import, connection_id FROM catalogue_lists WHERE state = 'current'")) {
      const entries = packshot.query(`SELECT sku, name, missing_since FROM catalogue_entries WHERE import = ${Number(row.import)}`)
      found.set(
        placeOf(row.connection_id),
        entries.map((one) => `${one.sku}|${one.name}${one.missing_since === null ? '' : '|missing'}`).sort(),
      )
    }
    const decisions = new Map(
      packshot
        .query(
          `SELECT connection_id, image_id, max(state) AS state, json_group_array(product ->> '$.sku') AS skus FROM matches
           WHERE decided_by = 'person' GROUP BY connection_id, image_id`,
        )
        .map((row) => [
          `${placeOf(row.connection_id)} ${row.image_id}`,
          row.state === 'matched' ? joinSkus(JSON.parse(String(row.skus)) as string[]) : noProduct,
        ]),
    )
    return { lists: found, decisions }
  }

  const here = (): Place => {
    const [active] = packshot.query('SELECT id FROM connections WHERE active = 1')
    return active ? placeOf(active.id) : ''
  }

  /** One of the possible states must be there. */
  const check = (): void => {
    const up = packshot.running()
    if (!up || isOpen || packshot.openLibrary()?.isTransaction || packshot.disk.fault() !== 'none') return
    const now = actual()
    const fixed = (lists: Catalogue['lists']): string =>
      describeLists({
        lists: new Map([...lists].map(([at, lines]) => [at, loose.has(at) ? lines.filter((line) => !line.endsWith('|missing')) : lines])),
      })
    const withLists = possible.filter((state) => fixed(state.lists) === fixed(now.lists)).map((state) => ({ ...state, lists: now.lists }))
    loose.clear()
    if (withLists.length === 0) {
      const wanted = possible.map((one) => describeLists(one)).join(' or ')
      return void oracle.report('list-mixed', `${name} has ${describeLists(now)}; it must be ${wanted}`)
    }
    if (isUndoneUnknown) {
      isUndoneUnknown = false
      possible = withLists.map((state) => ({ ...state, decisions: now.decisions }))
      return void note()
    }
    const fitting = withLists.filter((state) => describeDecisions(state) === describeDecisions(now))
    if (fitting.length === 0) {
      const wanted = withLists.map((one) => describeDecisions(one)).join(' or ')
      return void oracle.report('decision-lost', `${name} has ${describeDecisions(now)}; it must be ${wanted}`)
    }
    possible = fitting
  }

  /** After a start: nothing is half done. */
  const checkBegun = (): void => {
    if (packshot.disk.fault() !== 'none') return
    const writing = packshot.query("SELECT import FROM catalogue_lists WHERE state = 'writing'")
    if (writing.length > 0) oracle.report('left-behind', `${name} started with ${JSON.stringify(writing)}`)
  }

  /** Each current list is whole or has lost rows that could not be read; the person was told. Decisions are ones that were made. */
  const rebase = (): void => {
    const now = actual()
    for (const lines of now.lists.values())
      for (const line of lines)
        if (!everLists.has(line)) oracle.report('list-mixed', `${name} has ${line} after a restore, which was in no list`)
    for (const [key, decision] of now.decisions)
      if (!everDecisions.has(`${key.slice(key.indexOf(' ') + 1)} ${decision}`))
        oracle.report('decision-lost', `${name} has ${decision} for ${key} after a restore, which nobody decided`)
    const unknown = new Map(['', ...services.map((one) => one.name)].map((place) => [place, null]))
    possible = [{ ...now, changes: unknown }]
  }

  /** Does something that leads from each possible state to another: surely, not at all, or perhaps. */
  const change = async <T>(
    act: (client: Client) => Promise<T>,
    next: (state: Catalogue, value: T | null) => readonly Catalogue[],
  ): Promise<T | null> => {
    check()
    const answer = (await packshot.call(act)) as Outcome as { value: T } | { error: Error & { code?: string } } | null
    const isSure = answer !== null && 'value' in answer
    if (isSure) possible = possible.flatMap((state) => next(state, answer.value))
    else if (!(answer && 'error' in answer && answer.error.code === 'usage'))
      possible = possible.flatMap((state) => [state, ...next(state, null)])
    if (answer && 'error' in answer) world.say(`${name} reads ${answer.error.code}`)
    if (answer === null && packshot.running() !== null) isOpen = true
    possible = distinct(possible)
    note()
    check()
    return isSure ? answer.value : null
  }

  const writeList = ({ a, b }: Step): { readonly path: string; readonly rows: readonly ListRow[] } => {
    lists++
    const first = b % 4
    const rows = Array.from({ length: 4 + a }, (_, at) => ({
      sku: `SKU-${first + at}`,
      name: `name ${first + at} ${a % 3 === 0 ? lists : 'same'}`,
    }))
    const path = join(packshot.disk.root, 'lists', `list-${lists}.csv`)
    const refused = b % 3 === 0 ? ['4.00638E+12;shortened'] : []
    packshot.disk.put(path, Buffer.from(['sku;name', ...rows.map(({ sku, name: called }) => `${sku};${called}`), ...refused].join('\n')))
    return { path, rows }
  }

  const importList = async (step: Step): Promise<void> => {
    const { path, rows } = writeList(step)
    const place = here()
    world.say(`${name} imports ${rows.length} products for ${place || 'no workspace'}`)
    await change(
      (client) => client.catalogue.importFile({ path, columns: {}, dryRun: false }),
      (state) => [afterImport(state, place, rows)],
    )
  }

  const after = (service: ModelService, state: Catalogue): readonly Catalogue[] => {
    const others = services.filter((one) => one !== service)
    return [afterConnect(state, service.name), ...others.map((other) => afterConnect(afterRelease(state, other.name), service.name))]
  }

  const product = (b: number) => ({ key: `key-${b % 5}`, productId: null, sku: `SKU-${b % 5}`, gtin: null, name: null, handle: null })

  /** Pictures of the library, by the step's numbers. */
  const somePictures = ({ a, b }: Step): string[] => {
    const there = packshot.query('SELECT id FROM images WHERE removed_at IS NULL ORDER BY seq').map((row) => String(row.id))
    const some = there.filter((_, index) => (index + a) % (1 + (b % 3)) === 0).slice(0, 3)
    return some.length > 0 ? some : there.slice(0, 1)
  }

  const decide = async (step: Step, kind: 'move' | 'not-a-product'): Promise<void> => {
    const imageIds = somePictures(step)
    if (imageIds.length === 0) return
    const to = product(step.b)
    const place = here()
    // Every third time they stay where they are; those that are there already are only ordered.
    const also = step.a % 3 === 1
    const owner = packshot.query('SELECT id FROM connections WHERE active = 1')[0]?.id ?? ''
    const there = new Set(
      packshot
        .query(`SELECT image_id FROM matches WHERE connection_id = '${String(owner)}' AND product ->> '$.sku' = '${to.sku}'`)
        .map((row) => String(row.image_id)),
    )
    const isFurther = (image: string): boolean => kind === 'move' && (also || there.has(image))
    world.say(`${name} decides ${kind}${also ? ', also,' : ''} of ${imageIds.length} in ${place || 'no workspace'}`)
    await change<{ changed: number }>(
      (client) =>
        kind === 'move'
          ? client.matching.move({ imageIds, to, also, place: step.a % 2 === 0 ? 1 : null })
          : client.matching.notAProduct({ imageIds }),
      (state, value) => {
        const decided = afterDecision(state, place, kind, imageIds, kind === 'move' ? to.sku : noProduct, isFurther)
        // A change of nothing is none.
        if (value?.changed === 0) return [state]
        return value === null ? [decided, state] : [decided]
      },
    )
  }

  const undo = async (): Promise<void> => {
    const place = here()
    const before = describeDecisions(actual())
    const done = await change<{ undone: { kind: string; pictures: number } | null }>(
      (client) => client.matching.undo(),
      (state, value) => {
        if (value?.undone === null) return [state]
        if (newestChange(state, place) === null) {
          isUndoneUnknown = true
          return [state]
        }
        return [afterUndo(state, place)]
      },
    )
    world.say(`${name} undoes ${done?.undone?.kind ?? 'nothing'}${before === describeDecisions(actual()) ? '' : ', and decisions with it'}`)
    if (!done) return
    const kinds = new Set(possible.map((state) => newestChange(state, place)))
    if (done.undone === null && kinds.size === 1 && [...kinds][0]) oracle.report('decision-lost', `${name} has nothing to undo in ${place}`)
  }

  return {
    check,
    /** After a start. */
    begun: (): void => {
      isOpen = false
      checkBegun()
      const [last] = packshot.query('SELECT damage_id FROM recoveries ORDER BY seq DESC LIMIT 1')
      const isRestored = String(last?.damage_id ?? '') !== recovery
      recovery = String(last?.damage_id ?? '')
      if (isRestored) rebase()
      else check()
    },
    /** A workspace is connected, perhaps. */
    connecting: (service: ModelService, isSure: boolean): void => {
      possible = possible.flatMap((state) => [...(isSure ? [] : [state]), ...after(service, state)])
      possible = distinct(possible)
      note()
      check()
    },
    /** At the end: nothing that is over is left. */
    checkLeft: (): void => {
      if (packshot.disk.fault() !== 'none' || packshot.running() === null) return
      check()
      const [left] = packshot.query(
        `SELECT (SELECT count(*) FROM catalogue_lists WHERE state <> 'current') AS lists,
           (SELECT count(*) FROM catalogue_entries WHERE abs(import) NOT IN (SELECT import FROM catalogue_lists WHERE state = 'current')) AS entries,
           (SELECT count(*) FROM catalogue_said WHERE import NOT IN (SELECT import FROM catalogue_lists WHERE state = 'current')) AS said,
           (SELECT count(*) FROM match_before WHERE change NOT IN (SELECT seq FROM match_changes)) AS before`,
      )
      if (left && Object.values(left).some((count) => count !== 0)) oracle.report('left-behind', `${name} keeps ${JSON.stringify(left)}`)
    },
    do: async (deed: CatalogueDeed, step: Step, connect: (service: ModelService) => Promise<unknown>): Promise<void> => {
      const { a, b } = step
      const isMatch =
        deed !== 'import a list' && deed !== 'import a list, and end in the middle' && deed !== 'import a list, and connect meanwhile'
      // A change of matches that ends between two of its flushes.
      if (isMatch && (a + b) % 4 === 0) packshot.disk.crashIn(1 + (a % 6), () => packshot.crash('power'))
      switch (deed) {
        case 'import a list':
          return importList(step)
        case 'import a list, and end in the middle': {
          const life = packshot.running()?.life ?? null
          world.after(1 + a * 30 + b, () => packshot.crash(b % 2 === 0 ? 'kill' : 'power'), life)
          return importList(step)
        }
        case 'import a list, and connect meanwhile': {
          const { path, rows } = writeList(step)
          const place = here()
          const service = services[a % services.length] as ModelService
          let isConnected = false
          const connected = (async () => {
            await new Promise<void>((resolve) => void world.after(1 + b * 25, resolve))
            await connect(service)
            isConnected = true
          })()
          isOpen = true
          const answer = await packshot.call((client) => client.catalogue.importFile({ path, columns: {}, dryRun: false }))
          await world.passUntil(() => isConnected, 120_000)
          void connected
          isOpen = packshot.running() !== null && answer === null
          const isSure = answer !== null && 'value' in answer
          possible = possible.flatMap((state) => [
            ...(isSure ? [] : [state, ...after(service, state)]),
            afterImport(state, place, rows),
            ...after(service, afterImport(state, place, rows)),
            // Its workspace is the one that is active once its beginning was read.
            ...after(service, state).map((connected) => afterImport(connected, service.name, rows)),
          ])
          note()
          return check()
        }
        case 'remove missing products': {
          const place = here()
          const summary = await packshot.call((client) => client.catalogue.summary())
          if (!summary || !('value' in summary) || summary.value === null) return
          const number = summary.value.import
          await change(
            (client) => client.catalogue.forgetMissing({ import: number }),
            (state, value) => {
              if (value === null) loose.add(place)
              return [afterForgetting(state, place)]
            },
          )
          return
        }
        case 'apply match rules': {
          const place = here()
          const files = packshot
            .query('SELECT name FROM images WHERE removed_at IS NULL ORDER BY seq')
            // Every third picture is of two products.
            .flatMap((row, index) =>
              (index % 3 === 2 ? [0, 1] : [0]).map((by) => ({ file: String(row.name), product: `SKU-${(index + a + by) % (2 + b)}` })),
            )
          await change<{ changed: number }>(
            (client) => client.matching.apply({ rules: [{ by: 'mapping', files }] }),
            (state, value) => (value?.changed === 0 ? [state] : [afterRules(state, place)]),
          )
          return
        }
        case 'move pictures to a product':
          return decide(step, 'move')
        case 'say that pictures are of no product':
          return decide(step, 'not-a-product')
        case 'undo a match':
          return undo()
        case 'remove pictures, or restore them': {
          const imageIds = somePictures(step)
          if (imageIds.length === 0) return
          await packshot.call((client) => client.library.remove({ imageIds }))
          if (b % 2 === 0) await packshot.call((client) => client.library.restore({ imageIds }))
          return
        }
      }
    },
  }
}

export type CataloguePerson = ReturnType<typeof createCataloguePerson>
