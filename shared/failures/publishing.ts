import type { ErrorRecord } from '../errors.ts'

/** What can go wrong with a picture's address: in a bucket, below an address of the person's, inside the question. */
export type PublishingFailure =
  /** The bucket's access key was entered on another computer, or its entry is gone from the keychain. */
  | { readonly kind: 'bucket-key-unknown'; readonly bucket: string }
  | { readonly kind: 'bucket-key-unreadable'; readonly because: ErrorRecord }
