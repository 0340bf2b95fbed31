import type { PublishingFailure } from '../../failures/publishing.ts'
import type { ErrorWords } from './error-words.ts'

/** What is typed to correct a bucket; what isn't named stays as it is. */
const bucketCommands = {
  key: '“packshot publishing bucket --access-key ID --secret-key-stdin”',
}

export const publishingErrors: ErrorWords<PublishingFailure> = {
  'bucket-key-unknown': ({ bucket }) => ({
    message: `The access key of the bucket “${bucket}” is not known on this computer.`,
    action: `Enter the bucket’s access key and its secret, in Settings or with ${bucketCommands.key}.`,
  }),
  'bucket-key-unreadable': ({ because }, tell) => ({
    message: `The bucket’s access key cannot be read. ${tell.cause(because)}`,
    action: tell.action(because),
  }),
}
