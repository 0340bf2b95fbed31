import { vi } from 'vitest'

/**
 * Call it in `vi.hoisted`, before anything else is imported: a worker keeps the modules of its last file, with that file's mocks and pages. Returns the
 * mocks that it is given.
 */
export const withOwnModules = <Mocks>(mocks: Mocks): Mocks => {
  vi.resetModules()
  return mocks
}
