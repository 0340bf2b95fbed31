/** Where lists and decisions are kept: the name of a workspace, or `''` for none yet. */
export type Place = string

/** One change of matches, with what the person had decided before it. `null`: what it changed is not known. */
export type Change = { readonly kind: string; readonly before: ReadonlyMap<string, string | undefined> }

/** What a person imported and decided, as one Packshot should have it. */
export type Catalogue = {
  /** Lines `SKU|name` or `SKU|name|missing`, sorted. */
  readonly lists: ReadonlyMap<Place, readonly string[]>
  /** By `place image`: the product's SKU, or that there is none. */
  readonly decisions: ReadonlyMap<string, string>
  /** The newest last; `null`: not known any more, since workspaces met or the library was restored. */
  readonly changes: ReadonlyMap<Place, readonly Change[] | null>
}

export type ListRow = { readonly sku: string; readonly name: string }

export const emptyCatalogue: Catalogue = { lists: new Map(), decisions: new Map(), changes: new Map() }

const skuOf = (line: string): string => line.slice(0, line.indexOf('|'))

/** The new list, and what only the earlier one has. */
export const afterImport = (state: Catalogue, place: Place, rows: readonly ListRow[]): Catalogue => {
  const skus = new Set(rows.map(({ sku }) => sku))
  const left = (state.lists.get(place) ?? []).filter((line) => !skus.has(skuOf(line)))
  const missing = left.map((line) => (line.endsWith('|missing') ? line : `${line}|missing`))
  const lines = [...rows.map(({ sku, name }) => `${sku}|${name}`), ...missing].sort()
  return { ...state, lists: new Map(state.lists).set(place, lines) }
}

export const afterForgetting = (state: Catalogue, place: Place): Catalogue => {
  const lines = state.lists.get(place)
  return lines
    ? {
        ...state,
        lists: new Map(state.lists).set(
          place,
          lines.filter((line) => !line.endsWith('|missing')),
        ),
      }
    : state
}

const withChange = (state: Catalogue, place: Place, change: Change): Catalogue['changes'] => {
  const known = state.changes.get(place)
  return new Map(state.changes).set(place, known === null ? null : [...(known ?? []), change])
}

/** The decision that a picture has no product. */
export const noProduct = 'not a product'

/** The SKUs of a decision for several products. */
const joiner = ' and '
export const joinSkus = (skus: readonly string[]): string => [...new Set(skus)].sort().join(joiner)

/** A person decides about pictures. `isFurther`: those of them that stay in the products that the person decided for before. */
export const afterDecision = (
  state: Catalogue,
  place: Place,
  kind: string,
  images: readonly string[],
  decision: string,
  isFurther: (image: string) => boolean = () => false,
): Catalogue => {
  const decisions = new Map(state.decisions)
  const before = new Map(images.map((image) => [image, state.decisions.get(`${place} ${image}`)]))
  for (const image of images) {
    const known = state.decisions.get(`${place} ${image}`)
    const skus = known === undefined || known === noProduct || !isFurther(image) ? [] : known.split(joiner)
    decisions.set(`${place} ${image}`, joinSkus([...skus, decision]))
  }
  return { ...state, decisions, changes: withChange(state, place, { kind, before }) }
}

/** Rules change nothing that a person decided. */
export const afterRules = (state: Catalogue, place: Place): Catalogue => ({
  ...state,
  changes: withChange(state, place, { kind: 'apply', before: new Map() }),
})

export const newestChange = (state: Catalogue, place: Place): Change | null | undefined => {
  const known = state.changes.get(place)
  return known === null ? null : known?.at(-1)
}

/** The newest change is undone as a whole. */
export const afterUndo = (state: Catalogue, place: Place): Catalogue => {
  const change = newestChange(state, place)
  if (!change) return state
  const decisions = new Map(state.decisions)
  for (const [image, before] of change.before)
    if (before === undefined) decisions.delete(`${place} ${image}`)
    else decisions.set(`${place} ${image}`, before)
  return { ...state, decisions, changes: new Map(state.changes).set(place, (state.changes.get(place) ?? []).slice(0, -1)) }
}

/** What is kept at one place goes to another; `isListKept`: a list that is there stays. */
const move = (state: Catalogue, from: Place, to: Place, isListKept: boolean): Catalogue => {
  const [lists, decisions, changes] = [new Map(state.lists), new Map(state.decisions), new Map(state.changes)]
  const list = lists.get(from)
  if (list && !(isListKept && lists.has(to))) {
    lists.set(to, list)
    lists.delete(from)
  }
  const hasMoved = [...decisions.keys()].some((key) => key.startsWith(`${from} `)) || changes.has(from)
  for (const [key, decision] of state.decisions) {
    if (!key.startsWith(`${from} `)) continue
    decisions.delete(key)
    const there = `${to} ${key.slice(from.length + 1)}`
    // What was decided without a workspace is the newer one.
    if (from === '' || !decisions.has(there)) decisions.set(there, decision)
  }
  changes.delete(from)
  if (hasMoved) changes.set(to, null)
  return { lists, decisions, changes }
}

/** What waited for a workspace becomes this one's. */
export const afterConnect = (state: Catalogue, place: Place): Catalogue => move(state, '', place, false)

/** What a workspace had waits for one again: its address turned out to be another's. */
export const afterRelease = (state: Catalogue, place: Place): Catalogue => move(state, place, '', true)

const textOf = (entries: ReadonlyMap<string, unknown>): string =>
  JSON.stringify([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))

/** The same text for the same lists and decisions. */
export const describeLists = ({ lists }: Pick<Catalogue, 'lists'>): string => textOf(lists)
export const describeDecisions = ({ decisions }: Pick<Catalogue, 'decisions'>): string => textOf(decisions)
