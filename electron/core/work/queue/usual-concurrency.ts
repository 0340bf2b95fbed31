import type { OperationName } from '../../../../shared/session.ts'

/** How many jobs of an operation run at once, at most; the pacers decide how many a minute. Taken by every host. */
export const usualConcurrency: Readonly<Record<OperationName, number>> = {
  'upload-source': 16,
  'create-source': 4,
  'analyse-image': 8,
  'attach-sources': 4,
  'create-product': 2,
  'write-text': 4,
}
