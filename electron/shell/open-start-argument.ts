import { toAppError } from '../../shared/base/errors.ts'
import type { Core } from '../core/core.ts'
import type { StartArgument } from './start-arguments.ts'

/**
 * Passes on a link or file from a start or the system. A connection is only offered: the window shows it and a person decides,
 * because any web page can open a link. Never rejects; unusable ones are shown there, too.
 */
export const openStartArgument = async (given: StartArgument, core: Pick<Core, 'offers' | 'completeSignIn'>): Promise<void> => {
  switch (given.kind) {
    case 'connection-link':
      return core.offers.fromLink(given.link)
    case 'connection-file':
      return core.offers.fromFile(given.path)
    case 'sign-in-answer':
      return core.completeSignIn(given.url).catch((error: unknown) => {
        // The sign-in reports its own outcome; only an answer without a pending sign-in is reported here.
        if (toAppError(error).code === 'sign-in-failed') core.offers.refuse(error)
      })
  }
}
