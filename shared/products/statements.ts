import type { CurrentStatement } from '../queue/jobs.ts'

/** Our knowledge of a list while a person states its content. */
export type KnownList = {
  /** The ids known to be in it, in order. */
  readonly sourceIds: readonly string[]
  /** Ids that were sent and may or may not have arrived. */
  readonly maybeIds: readonly string[]
  /** `sourceIds` is all of it. */
  readonly isWhole: boolean
}

/** A person's answer about an id that a statement leaves out. */
export type Fate = 'keep' | 'removed'

/** An incomplete statement. `ids`: with `kind` `ids`, the person's input. */
export type Said = {
  readonly kind: CurrentStatement['kind'] | null
  readonly ids: readonly string[]
  readonly fates: Readonly<Record<string, Fate>>
}

export const nothingSaid: Said = { kind: null, ids: [], fates: {} }
export const unknownList: KnownList = { sourceIds: [], maybeIds: [], isWhole: false }

const once = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The ids that a person states as present. */
const named = (said: Said, known: KnownList): readonly string[] =>
  said.kind === 'ids' ? once(said.ids) : said.kind === 'as-known' ? known.sourceIds : []

/** The known ids that the statement leaves out: for each of them a person says what happened to it. */
export const findLeftOut = (said: Said, known: KnownList): readonly string[] => {
  if (said.kind === null || said.kind === 'appends' || (said.kind === 'ids' && said.ids.length === 0)) return []
  const there = new Set(named(said, known))
  return once([...known.sourceIds, ...known.maybeIds]).filter((id) => !there.has(id))
}

/** The complete statement; `null` while an answer is missing. Kept ids come last. */
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
