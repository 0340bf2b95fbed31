/** The largest accepted file; also the sample workspace's limit for a source. */
export const maxFileBytes = 300 * 1024 * 1024
