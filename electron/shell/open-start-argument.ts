import { toAppError } from '../../shared/errors.ts'
import type { Core } from '../core/core.ts'
import type { StartArgument } from './start-arguments.ts'

/**
 * Passes on what a link, a file or the system handed over. A connection is only offered: the window shows whose it is and a person decides,
 * since any web page can open a link. Never rejects; what can't be used is shown there too.
 */
export const openStartArgument = async (given: StartArgument, core: Pick<Core, 'offers' | 'completeSignIn'>): Promise<void> => {
  switch (given.kind) {
    case 'connection-link':
      return core.offers.fromLink(given.link)
    case 'connection-file':
      return core.offers.fromFile(given.path)
    case 'sign-in-answer':
      return core.completeSignIn(given.url).catch((error: unknown) => {
        // The sign-in itself says how it ended; only an answer that nobody waits for is news.
        if (toAppError(error).code === 'sign-in-failed') core.offers.refuse(error)
      })
  }
}
