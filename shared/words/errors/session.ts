import type { SessionFailure } from '../../failures/session.ts'
import type { ErrorWords } from './error-words.ts'

const requires = {
  'create-source': 'Creating a source',
  'write-text': 'Writing a text',
} as const

export const sessionErrors: ErrorWords<SessionFailure> = {
  'not-signed-in-yet': () => 'You have not signed in to this workspace yet.',
  'signed-in-for-reading': ({ wanted }) => ({
    message: `You are signed in for reading only. ${requires[wanted]} requires the scope “user”.`,
    action: 'Ask the workspace’s admin to allow the scope “user” on the OAuth client, then sign in again.',
  }),
}
