/** The most ids in one message: more would stall the side that reads it. */
export const mostIdsAtOnce = 5_000

/** Ids in the message itself, or those of a list that the core keeps (../pictures/library-contract.ts, `keepIds`). */
export type IdList = readonly string[] | { readonly kept: string }

/** Ids as the core says them: the first ones, and the list that has all of them (`moreIds`). `null`: these are all. */
export type FoundIds = { readonly total: number; readonly ids: readonly string[]; readonly kept: string | null }

type Piece = { readonly kept: string | null; readonly from: number; readonly ids: string[] }

/** Hands ids over to the core in pieces. */
export const keepIdsInPieces = async (
  ids: readonly string[],
  keep: (piece: Piece) => Promise<{ readonly kept: string }>,
): Promise<string[] | { kept: string }> => {
  if (ids.length <= mostIdsAtOnce) return [...ids]
  let kept: string | null = null
  for (let from = 0; from < ids.length; from += mostIdsAtOnce)
    kept = (await keep({ kept, from, ids: ids.slice(from, from + mostIdsAtOnce) })).kept
  return { kept: kept ?? '' }
}

/** All ids of what the core found, in pieces. `isWanted`: asked before each piece; once it is not, what was read is returned. */
export const readFoundIds = async (
  found: FoundIds,
  more: (place: { readonly kept: string; readonly from: number }) => Promise<readonly string[]>,
  isWanted: () => boolean = () => true,
): Promise<string[]> => {
  const all = [...found.ids]
  while (found.kept !== null && all.length < found.total && isWanted()) {
    const piece = await more({ kept: found.kept, from: all.length })
    if (piece.length === 0) break
    for (const id of piece) all.push(id)
  }
  return all
}
