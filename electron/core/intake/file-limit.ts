/** The largest file taken in; the sample workspace's own limit for a source. */
export const maxFileBytes = 300 * 1024 * 1024
