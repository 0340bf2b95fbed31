import { countOf } from '../base/number-words.ts'

/** What became of the sets of a file. */
export const describeImportedSets = ({
  added,
  updated,
  left,
}: {
  readonly added: number
  readonly updated: number
  readonly left: readonly string[]
}): string => {
  const parts = [...(added > 0 ? [`${countOf(added, 'set')} added`] : []), ...(updated > 0 ? [`${countOf(updated, 'set')} updated`] : [])]
  const done = parts.length === 0 ? 'Nothing was changed.' : `${parts.join(', ')}.`
  if (left.length === 0) return parts.length === 0 ? 'These sets are already here.' : done
  const names = left.map((name) => `“${name}”`).join(', ')
  return `${done} ${names} ${left.length === 1 ? 'is' : 'are'} already here with other questions, and kept.`
}
