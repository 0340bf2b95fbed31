import { AppError, type ErrorRecord, errorFrom } from '../../../../shared/base/errors.ts'
import type { CopiedFile } from './copy-file.ts'

// Both ends are threads of one process, from one build: their messages need no schemas.

/** A draft and its place among the originals, relative to the data folder. */
export type Move = { readonly draft: string; readonly place: string }

/** Tasks of the thread that copies files; they come, and are answered, several at a time. */
export type CopyTask = { readonly id: number } & (
  | { readonly kind: 'copy'; readonly path: string; readonly name: string; readonly draftId: string }
  | { readonly kind: 'flush'; readonly draft: string }
  | { readonly kind: 'move'; readonly moves: readonly Move[] }
)

/** An error on its way between threads, which would lose its properties. */
export type SentError =
  | { readonly kind: 'known'; readonly record: ErrorRecord }
  | { readonly kind: 'system'; readonly message: string; readonly facts: Readonly<Record<string, unknown>> }

/** The answer has its task's `id`. `errors`: one for each move. */
export type CopyAnswer = { readonly id: number } & (
  | { readonly kind: 'copied'; readonly file: CopiedFile }
  | { readonly kind: 'flushed' }
  | { readonly kind: 'moved'; readonly errors: readonly (SentError | null)[] }
  | { readonly kind: 'failed'; readonly error: SentError }
)

export const sendError = (error: unknown): SentError => {
  if (error instanceof AppError) return { kind: 'known', record: error.toRecord() }
  if (!(error instanceof Error)) return { kind: 'system', message: String(error), facts: {} }
  const { code, errno, syscall, path } = error as NodeJS.ErrnoException
  const facts = Object.entries({ code, errno, syscall, path }).filter(([, value]) => value !== undefined)
  return { kind: 'system', message: error.message, facts: Object.fromEntries(facts) }
}

export const receiveError = (sent: SentError): Error =>
  sent.kind === 'known' ? errorFrom(sent.record) : Object.assign(new Error(sent.message), sent.facts)
