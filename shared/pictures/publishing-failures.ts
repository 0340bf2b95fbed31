/** What was tried with a bucket. */
export type BucketAct = 'put' | 'look' | 'fetch' | 'remove'

/** An answer of the storage service. */
type Refusal = { readonly bucket: string; readonly status: number }
/** `s3Code`: S3's own word for it. */
type KnownRefusal = Refusal & { readonly s3Code: string }
/** `said`: its own words; empty: none. */
type QuotedRefusal = Refusal & { readonly said: string }

/** What can go wrong with a picture's address: in a bucket, below an address of the person's, inside the question. */
export type PublishingFailure<Cause> =
  /** The bucket's access key was entered on another computer, or its entry is gone from the keychain. */
  | { readonly kind: 'bucket-key-unknown'; readonly bucket: string }
  | { readonly kind: 'bucket-key-unreadable'; readonly because: Cause }
  | ({ readonly kind: 'bucket-key-rejected' } & KnownRefusal)
  | ({ readonly kind: 'bucket-signature-rejected' } & KnownRefusal)
  | ({ readonly kind: 'bucket-key-expired' } & KnownRefusal)
  /** `aheadMinutes`: of this computer's clock before the server's; negative: it is behind; `null`: the server did not say. */
  | ({ readonly kind: 'bucket-clock-differs'; readonly aheadMinutes: number | null } & KnownRefusal)
  | ({ readonly kind: 'bucket-access-denied'; readonly act: BucketAct } & KnownRefusal)
  | ({ readonly kind: 'bucket-missing'; readonly endpoint: string } & KnownRefusal)
  /** `actual`: the region that the server named. */
  | ({ readonly kind: 'bucket-region-wrong'; readonly region: string; readonly actual: string | null } & KnownRefusal)
  /** 401 or 403 without a code of S3's that we know. */
  | ({ readonly kind: 'bucket-key-refused' } & QuotedRefusal)
  | ({ readonly kind: 'bucket-request-refused' } & QuotedRefusal)
  | ({ readonly kind: 'bucket-busy' } & QuotedRefusal)
  | { readonly kind: 'not-a-bucket'; readonly endpoint: string; readonly status: number; readonly said: string }
  | ({ readonly kind: 'picture-too-large-for-bucket' } & Refusal)
  /** No complete answer. `networkCode`: of the system, TLS or undici. */
  | { readonly kind: 'bucket-no-answer'; readonly bucket: string; readonly endpoint: string; readonly networkCode: string }
  | { readonly kind: 'bucket-not-trusted'; readonly bucket: string; readonly endpoint: string; readonly networkCode: string }
  /** Other bytes came back than were put there. */
  | { readonly kind: 'bucket-bytes-differ'; readonly bucket: string }
  /** A file, where the workspace fetches pictures from the web only. */
  | { readonly kind: 'picture-without-address'; readonly name: string; readonly workspace: string }
  | { readonly kind: 'picture-too-large-to-ask'; readonly name: string; readonly limitMb: number }
  /** Whether pictures inside questions are accepted. */
  | { readonly kind: 'data-trial-undecided'; readonly because: Cause }
