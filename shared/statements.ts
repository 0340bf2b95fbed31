import type { CurrentStatement } from './jobs.ts'

/** What we know about a list while a person says what it holds. */
export type KnownList = {
  /** What we know to be in it, in order. */
  readonly sourceIds: readonly string[]
  /** Ids that were sent, and nobody knows whether they arrived. */
  readonly maybeIds: readonly string[]
  /** `sourceIds` is all of it. */
  readonly isWhole: boolean
}

/** What became of an id that a statement leaves out. */
export type Fate = 'keep' | 'removed'

/** A statement on its way. `ids`: with `kind` `ids`, what the person entered. */
export type Said = {
  readonly kind: CurrentStatement['kind'] | null
  readonly ids: readonly string[]
  readonly fates: Readonly<Record<string, Fate>>
}

export const nothingSaid: Said = { kind: null, ids: [], fates: {} }
export const unknownList: KnownList = { sourceIds: [], maybeIds: [], isWhole: false }

const once = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The ids that a person names as being there. */
const named = (said: Said, known: KnownList): readonly string[] =>
  said.kind === 'ids' ? once(said.ids) : said.kind === 'as-known' ? known.sourceIds : []

/** The ids we know of that what was said leaves out: for each of them a person says what became of it. */
export const findLeftOut = (said: Said, known: KnownList): readonly string[] => {
  if (said.kind === null || said.kind === 'appends' || (said.kind === 'ids' && said.ids.length === 0)) return []
  const there = new Set(named(said, known))
  return once([...known.sourceIds, ...known.maybeIds]).filter((id) => !there.has(id))
}

/** What was said as a statement; `null`: something is still to be said. Whatever is kept comes last. */
export const toStatement = (said: Said, known: KnownList): CurrentStatement | null => {
  if (said.kind === null) return null
  if (said.kind === 'appends') return { kind: 'appends' }
  if (said.kind === 'ids' && said.ids.length === 0) return null
  const leftOut = findLeftOut(said, known)
  if (leftOut.some((id) => said.fates[id] === undefined)) return null
  if (said.kind === 'as-known' && leftOut.length === 0) return { kind: 'as-known' }
  const removed = leftOut.filter((id) => said.fates[id] === 'removed')
  const ids = [...named(said, known), ...leftOut.filter((id) => said.fates[id] === 'keep')]
  const gone = removed.length > 0 ? { removed } : {}
  return ids.length === 0 ? { kind: 'nothing', ...gone } : { kind: 'ids', ids, ...gone }
}
