import type { OtherSourceKind } from '../queue/operations.ts'

type TooLong = { readonly length: number; readonly limit: number }

/** What can go wrong with questions, brand voices and sources other than files. */
export type AskingFailure<Cause> =
  | { readonly kind: 'question-empty' }
  | ({ readonly kind: 'question-too-long' } & TooLong)
  | ({ readonly kind: 'edited-answer-too-long' } & TooLong)
  /** Another text is there than the one that was shown. */
  | { readonly kind: 'answer-changed'; readonly text: string }
  /** `jobId`: of the job that asked. */
  | { readonly kind: 'answer-unknown'; readonly jobId: string }
  | { readonly kind: 'answer-of-other-workspace'; readonly jobId: string }
  /** It was to be rewritten. */
  | { readonly kind: 'answer-gone' }
  | ({ readonly kind: 'instruction-too-long' } & TooLong)
  /** Several voices have this name. */
  | { readonly kind: 'voice-ambiguous'; readonly voice: string; readonly ids: readonly string[] }
  | { readonly kind: 'voice-unknown'; readonly voice: string }
  | { readonly kind: 'voices-not-loaded' }
  /** The service refused to write: the voice may be gone, for which it has its own words and no code. */
  | { readonly kind: 'writing-refused'; readonly voice: string; readonly because: Cause }
  | { readonly kind: 'written-text-empty' }
  | { readonly kind: 'source-empty'; readonly source: OtherSourceKind }
  /** UTF-8. */
  | { readonly kind: 'source-text-too-long'; readonly bytes: number; readonly limit: number }
  | { readonly kind: 'not-web-address'; readonly typed: string; readonly lacks: 'form' | 'http' }
  | { readonly kind: 'web-address-with-password' }
  | ({ readonly kind: 'web-address-too-long' } & TooLong)
  | { readonly kind: 'not-knowledge-id'; readonly typed: string }
  /** The connection names no path for listing them. */
  | { readonly kind: 'no-knowledge-path' }
  | { readonly kind: 'knowledge-timeout'; readonly seconds: number }
  | { readonly kind: 'source-not-listed' }
  /** What the queue is to send is gone. */
  | { readonly kind: 'source-value-gone' }
  | { readonly kind: 'source-refused'; readonly source: OtherSourceKind; readonly because: Cause }
  /** A row that was written a moment ago can't be read. */
  | { readonly kind: 'source-row-lost'; readonly ref: string }
  /** The service refused a question, and its words are about the picture's address. */
  | { readonly kind: 'picture-not-fetched'; readonly way: 'data' | 'base-url'; readonly because: Cause }
  | { readonly kind: 'picture-not-fetched-from-bucket'; readonly host: string; readonly because: Cause }
