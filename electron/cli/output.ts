import { describeError } from '../../shared/base/describe-error.ts'
import { type AppError, type ErrorRecord, isErrorRecord } from '../../shared/base/errors.ts'
import { describeNotes } from '../../shared/queue/job-notes-words.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { adviseCommand } from './command-hints.ts'

/** The command's output: results on stdout, everything else on stderr. */
export type Output = {
  readonly json: boolean
  /** One result: as JSON with `--json`, else as the given lines. */
  readonly result: (value: unknown, lines: () => readonly string[]) => void
  readonly raw: (text: string) => void
  /** One of many results as they come: as JSON on one line with `--json`, else as this text. */
  readonly line: (value: unknown, text: string) => void
  readonly note: (text: string) => void
  readonly error: (error: AppError) => void
}

/** An error for scripts: its facts, and the sentences for a person. */
const withWords = (record: ErrorRecord) => {
  const { code, failure, kept: _, ...rest } = record
  return { code, ...describeError(record), ...rest, failure }
}

const isJob = (value: unknown): value is Job => typeof value === 'object' && value !== null && 'work' in value && 'notes' in value

/** For JSON.stringify: adds sentences to the errors and job notes in a result. */
const addWords = (_key: string, value: unknown): unknown => {
  if (isErrorRecord(value)) return withWords(value)
  return isJob(value) ? { ...value, note: describeNotes(value) } : value
}

type Streams = { readonly stdout: (text: string) => void; readonly stderr: (text: string) => void }

export const createOutput = (json: boolean, { stdout, stderr }: Streams): Output => ({
  json,
  result: (value, lines) =>
    stdout(
      json
        ? `${JSON.stringify(value, addWords, 2)}\n`
        : lines()
            .map((line) => `${harmless(line)}\n`)
            .join(''),
    ),
  raw: stdout,
  line: (value, text) => stdout(`${json ? JSON.stringify(value, addWords) : harmless(text)}\n`),
  note: (text) => stderr(`${harmless(text)}\n`),
  error: (error) => {
    const record = error.toRecord()
    if (json) stdout(`${JSON.stringify({ error: { ...withWords(record), action: adviseCommand(record) } }, null, 2)}\n`)
    stderr(`${printable(error.message)} ${printable(adviseCommand(record))}\n`)
  },
})

/** Removes control characters, which a terminal would execute, from text of files and services. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

/** The same for whole texts of several lines. Everything that isn't data for another program goes through here. */
const harmless = (text: string): string => text.split('\n').map(printable).join('\n')

const cut = (text: string, width: number): string => ([...text].length > width ? `${[...text].slice(0, width - 1).join('')}…` : text)

/** Rows in aligned columns under their headings; a cell is cut at `widest` characters. */
export const formatTable = (headings: readonly string[], rows: readonly (readonly string[])[], widest = 60): string[] => {
  const cells = [headings, ...rows].map((row) => row.map((cell) => cut(printable(cell), widest)))
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)))
      .join('  ')
      .trimEnd(),
  )
}
