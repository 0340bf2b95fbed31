import type { Files } from './files.ts'

/** A read that took longer, in milliseconds, waited for its disk or its network. */
const slowReadMs = 3
/** So many reads after that are begun together. */
const readsTogether = 64

/**
 * Files for a thread that does nothing else: what only moves bytes in memory is done at once, for half of what it costs to hand it to the
 * pool of threads. Where reading waits, as on a network or a memory card, several files are read at the same time as usual. Flushes always wait, so
 * they stay as they are.
 */
export const createThreadFiles = (files: Files, platform: NodeJS.Platform, now: () => number): Files => {
  let together = 0
  return {
    ...files,
    readInto: async (path, target, offset, length) => {
      if (together > 0) {
        together--
        return files.readInto(path, target, offset, length)
      }
      const begun = now()
      const bytesRead = files.sync.readInto(path, target, offset, length)
      if (now() - begun > slowReadMs) together = readsTogether
      return bytesRead
    },
    // On Windows scanners look at what was written, and hold it: that is waited for.
    ...(platform === 'win32'
      ? {}
      : {
          write: async (path, data, options) =>
            options === undefined && typeof data !== 'string' ? files.sync.write(path, data) : files.write(path, data, options),
          rename: async (from, to) => files.sync.rename(from, to),
        }),
  }
}
