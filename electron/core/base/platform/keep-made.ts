/** Keeps what was made for the last `count` keys. */
export const keepMade = <T>(count: number) => {
  const kept = new Map<string, T>()
  return (key: string, make: () => T): T => {
    const known = kept.get(key)
    // The oldest use is first.
    kept.delete(key)
    const made = known ?? make()
    kept.set(key, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= count) break
      kept.delete(oldest)
    }
    return made
  }
}
