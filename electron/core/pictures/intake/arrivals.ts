/** How many drops are remembered: a page asks about the one that it has just sent. */
const remembered = 20

export type Arrived = {
  /** All its files are added or refused. `false` for a drop that has not begun. */
  readonly isDone: boolean
  /** Its pictures, those that were already in the library among them. */
  readonly imageIds: readonly string[]
}

/** `connectionId`: the workspace in which its first file came. */
type Drop = { readonly imageIds: Set<string>; readonly connectionId: string | null; underWay: number }

export type Arrivals = ReturnType<typeof createArrivals>

/** Which pictures came with a drop, by the number that its page gave it. In memory: the page that asks ends with the core. `owner`: the workspace of now. */
export const createArrivals = (owner: () => string | null) => {
  const drops = new Map<string, Drop>()
  const dropOf = (id: string): Drop => {
    const known = drops.get(id)
    if (known) return known
    const drop: Drop = { imageIds: new Set(), connectionId: owner(), underWay: 0 }
    drops.set(id, drop)
    for (const oldest of drops.keys()) if (drops.size > remembered) drops.delete(oldest)
    return drop
  }
  return {
    /** Runs `add`, and notes the pictures that it reports. */
    follow: async <T>(id: string | undefined, add: (note: (imageIds: readonly string[]) => void) => Promise<T>): Promise<T> => {
      if (id === undefined) return add(() => {})
      const drop = dropOf(id)
      drop.underWay++
      try {
        return await add((imageIds) => {
          for (const imageId of imageIds) drop.imageIds.add(imageId)
        })
      } finally {
        drop.underWay--
      }
    },
    /** The workspace of a drop, whose files may come one by one; of one without a number the one of now. */
    ownerOf: (id: string | undefined): string | null => (id === undefined ? owner() : dropOf(id).connectionId),
    find: (id: string): Arrived => {
      const drop = drops.get(id)
      return { isDone: drop !== undefined && drop.underWay === 0, imageIds: [...(drop?.imageIds ?? [])] }
    },
  }
}
