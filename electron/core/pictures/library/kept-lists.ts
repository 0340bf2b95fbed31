import { AppError } from '../../../../shared/base/errors.ts'
import { type FoundIds, type IdList, mostIdsAtOnce } from '../../../../shared/products/id-list.ts'

/** So many ids are kept beside the list that was used last: ten selections of a large library. */
const mostKept = 1_000_000

type List = {
  readonly ids: string[]
  /** It was read, so it takes no more: everyone who has its name means the same ids. */
  isWhole: boolean
}

export type KeptLists = ReturnType<typeof createKeptLists>

/**
 * Lists of ids that are too long for one message, kept in memory under a name, so that they are read and handed over in pieces and an action
 * is about exactly one of them, whatever changes meanwhile. The ones that were not used for longest go first, and all of them with this core.
 */
export const createKeptLists = (newName: () => string, most = mostKept) => {
  const lists = new Map<string, List>()

  const gone = (): AppError => new AppError('unknown-id', { kind: 'list-not-kept' }, { kept: 'nothing-changed' })

  const find = (name: string): List => {
    const list = lists.get(name)
    if (!list) throw gone()
    // The one used last is the last one.
    lists.delete(name)
    lists.set(name, list)
    return list
  }

  const makeRoom = (): void => {
    let kept = [...lists.values()].reduce((sum, { ids }) => sum + ids.length, 0)
    for (const [name, { ids }] of lists) {
      if (kept <= most || lists.size === 1) return
      lists.delete(name)
      kept -= ids.length
    }
  }

  const add = (list: List): string => {
    const name = newName()
    lists.set(name, list)
    makeRoom()
    return name
  }

  return {
    /** As few as fit into a message; otherwise a list is kept. */
    offer: (ids: readonly string[]): FoundIds => ({
      total: ids.length,
      ids: ids.slice(0, mostIdsAtOnce),
      kept: ids.length <= mostIdsAtOnce ? null : add({ ids: [...ids], isWhole: true }),
    }),
    /** Ids in the message, or the name of a list with them. */
    name: (ids: readonly string[]): string[] | { kept: string } =>
      ids.length <= mostIdsAtOnce ? [...ids] : { kept: add({ ids: [...ids], isWhole: true }) },
    /** Adds a piece at its place to a list, or begins one. Error: `unknown-id`, also for a piece in another place. */
    keep: (kept: string | null, from: number, ids: readonly string[]): string => {
      if (kept === null) return add({ ids: [...ids], isWhole: false })
      const list = find(kept)
      if (list.isWhole || list.ids.length !== from) throw gone()
      for (const id of ids) list.ids.push(id)
      makeRoom()
      return kept
    },
    /** A piece of a list. Error: `unknown-id`. */
    page: (kept: string, from: number): string[] => {
      const list = find(kept)
      list.isWhole = true
      return list.ids.slice(from, from + mostIdsAtOnce)
    },
    /** All of them. Error: `unknown-id`. */
    read: (ids: IdList): readonly string[] => {
      if (!('kept' in ids)) return ids
      const list = find(ids.kept)
      list.isWhole = true
      return list.ids
    },
  }
}
