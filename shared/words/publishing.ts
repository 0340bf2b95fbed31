import type { BucketNote, DataTrial } from '../publishing.ts'
import { describeCause } from './errors/describe-error.ts'

/** What a workspace did with a tiny picture inside a question, in a sentence with its own words. */
export const describeTrialEnd = ({ end }: Pick<DataTrial, 'end'>): string =>
  end.kind === 'answered' ? `It answered: “${end.said}”` : describeCause(end.because)

/** What a test of a bucket can't see. */
export const bucketNotes: Readonly<Record<BucketNote, string>> = {
  'bucket-is-here': 'The bucket is on this computer: a workspace elsewhere cannot fetch pictures from it.',
}
