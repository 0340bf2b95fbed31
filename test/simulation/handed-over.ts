/** A file with a person's work, and the texts that its cells may have, by content and question. */
export type HandedOver = { readonly bytes: Buffer; readonly cells: ReadonlyMap<string, readonly string[]> }

/** Which text of a picture was written by somebody who had seen which other one. */
export const createAncestry = () => {
  const seen = new Map<string, Set<string>>()
  return {
    /** Whoever has `later` has seen `earlier`, and what its writer had seen. */
    add: (content: string, earlier: string | undefined, later: string): void => {
      if (earlier === undefined || earlier === later) return
      const all = seen.get(`${content} ${later}`) ?? new Set()
      all.add(earlier)
      for (const one of seen.get(`${content} ${earlier}`) ?? []) all.add(one)
      seen.set(`${content} ${later}`, all)
    },
    has: (content: string, later: string, earlier: string): boolean => seen.get(`${content} ${later}`)?.has(earlier) ?? false,
  }
}

/** What the two people hand each other. */
export const createMail = () => {
  const written = new Map<string, HandedOver>()
  const writers = new Map<string, () => Promise<HandedOver | null>>()
  const ancestry = createAncestry()
  let merges = 0
  return {
    ancestry,
    register: (name: string, handOver: () => Promise<HandedOver | null>): void => void writers.set(name, handOver),
    /** The newest file of the other one; `isNew`: written now. */
    take: async (name: string, isNew: boolean): Promise<HandedOver | undefined> => {
      const other = [...writers.keys()].find((one) => one !== name)
      if (other === undefined) return undefined
      if (isNew || !written.has(other)) {
        const handed = await writers.get(other)?.()
        if (handed) written.set(other, handed)
      }
      return written.get(other)
    },
    merged: (): void => {
      merges++
    },
    merges: (): number => merges,
  }
}

export type Mail = ReturnType<typeof createMail>
