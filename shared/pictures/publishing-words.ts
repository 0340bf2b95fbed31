import type { Tell } from '../base/error-words.ts'
import type { BucketNote, DataTrial } from './publishing.ts'

/** The workspace’s reaction to a tiny picture inside a question, in its own words. `cause`: describeCause of ../base/describe-error.ts. */
export const describeTrialEnd = ({ end }: Pick<DataTrial, 'end'>, cause: Tell['cause']): string =>
  end.kind === 'answered' ? `It answered: “${end.said}”` : cause(end.because)

/** What a test of a bucket can't see. */
export const bucketNotes: Readonly<Record<BucketNote, string>> = {
  'bucket-is-here': 'The bucket is on this computer: a workspace elsewhere cannot fetch pictures from it.',
}
