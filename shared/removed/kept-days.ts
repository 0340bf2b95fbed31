/** As long as a removed thing can be restored, at least. */
export const keptDays = 30
/** Milliseconds. */
export const keptMs = keptDays * 86_400_000
