/** What is said of every failure where it is true: what was kept, or not begun. Its words are in words/errors/kept.ts. */
export type Kept =
  | 'queue'
  /** On disk. */
  | 'saved'
  | 'work'
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
