/**
 * What Packshot can read, as a number. Increase it when files that were refused may be readable now: those in watched folders are tried once
 * more after the update.
 */
export const readingVersion = 1
