import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Imports keytar. It swallows the reason why its binary does not load, so the binary is then loaded by itself: rejects with the words of the
 * system's loader, such as “libsecret-1.so.0: cannot open shared object file”, or with “Cannot find module …” on a system that has no binary.
 */
export const loadKeytar = async (): Promise<unknown> => {
  try {
    return await import('keytar')
  } catch (error) {
    throw findReason() ?? error
  }
}

const findReason = (): unknown => {
  const require = createRequire(import.meta.url)
  try {
    require(join(dirname(require.resolve('keytar')), '../prebuilds', `${process.platform}-${process.arch}`, 'keytar.node'))
    return undefined
  } catch (reason) {
    return reason
  }
}
