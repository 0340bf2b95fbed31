/** What a failure left untouched, added to its message. Words: base/kept-words.ts. */
export type Kept =
  | 'queue'
  /** On disk. */
  | 'saved'
  | 'work'
  /** The file that an export would have replaced. */
  | 'earlier-file'
  | 'question'
  | 'picture-and-question'
  | 'pictures-and-questions'
  | 'nothing-added'
  | 'nothing-attached'
  | 'nothing-changed'
  | 'nothing-changed-queue-kept'
  | 'nothing-done'
  | 'nothing-queued'
  | 'nothing-read'
  | 'nothing-removed'
  | 'nothing-sent'
  | 'nothing-sent-queue-kept'
