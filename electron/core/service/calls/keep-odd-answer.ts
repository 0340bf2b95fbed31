import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { redactSecrets } from '../../base/network/redact-secrets.ts'
import type { Files } from '../../base/platform/files.ts'

/** A success answer without the expected content. */
export type OddAnswer = {
  /** Method and path, without a query. */
  readonly request: string
  readonly status: number
  /** The missing field; `null`: completely unreadable. */
  readonly lacks: string | null
  readonly text: string
  /** Sent credentials; removed wherever the service echoes them. */
  readonly secrets: readonly string[]
}

/** Saves it and returns the file's name relative to the data folder; `undefined` if that failed. Never rejects. */
export type KeepOddAnswer = (odd: OddAnswer) => Promise<string | undefined>

type Ports = {
  readonly dataFolder: string
  readonly files: Files
  readonly clock: { readonly now: () => number }
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

export const oddAnswersFolder = 'diagnostics'
/** How many are kept; the oldest are deleted first. */
export const oddAnswersKept = 50
/** Bytes of an answer that are kept. */
export const oddAnswerBytes = 16 * 1024

/** Characters that are looked at; an answer can be megabytes. */
const mostRedacted = 1024 * 1024
/** Characters; an access token may be long. */
const longestSecret = 8_000

const namePattern = /^answer-\d{8}T\d{9}Z-([0-9a-f]{12})\.txt$/

/** The files that are kept, the oldest first; their names begin with the time. */
export const listOddAnswers = async (files: Pick<Files, 'list'>, dataFolder: string): Promise<string[]> => {
  const names = await files.list(join(dataFolder, oddAnswersFolder)).catch(() => [])
  return names.filter((name) => namePattern.test(name)).sort()
}

/** At most `limit` bytes of UTF-8, never half a character. */
const cutToBytes = (text: string, limit: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= limit) return text
  let end = limit
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/** Redaction reads far more than is kept, and cuts its own edge, so that no half of a secret survives there. */
const redactBeginning = (text: string, secrets: readonly string[]): string => {
  const seen = redactSecrets(text.slice(0, mostRedacted), secrets)
  return text.length > mostRedacted ? seen.slice(0, -longestSecret) : seen
}

const describe = (odd: OddAnswer, at: Date): string => {
  const body = cutToBytes(redactBeginning(odd.text, odd.secrets), oddAnswerBytes)
  const isCut = Buffer.byteLength(odd.text) > oddAnswerBytes
  const lines = [
    `At: ${at.toISOString()}`,
    `Request: ${redactSecrets(odd.request, odd.secrets)}`,
    `Status: ${odd.status}`,
    odd.lacks === null ? 'Found: an answer that cannot be read' : `Found: no “${odd.lacks}”`,
    `Length: ${odd.text.length} characters${isCut ? ', the beginning follows' : ''}`,
    'Secrets and picture data are left out.',
  ]
  return `${lines.join('\n')}\n\n${body}\n`
}

/**
 * Saves answers that the client could not read, for diagnosis: a file each, without secrets, at most
 * `oddAnswersKept` of them. The same words once more take the place of their earlier file, so that a retry does not push out the others.
 */
export const createOddAnswerKeeper = ({ dataFolder, files, clock, log }: Ports): KeepOddAnswer => {
  const folder = join(dataFolder, oddAnswersFolder)
  return async (odd) => {
    try {
      const at = new Date(clock.now())
      const mark = createHash('sha256').update(`${odd.request}\n${odd.status}\n${odd.text}`).digest('hex').slice(0, 12)
      const name = `answer-${at.toISOString().replace(/[-:.]/g, '')}-${mark}.txt`
      await files.makeFolder(folder, 0o700)
      await files.write(join(folder, name), describe(odd, at), { mode: 0o600 })
      const names = await listOddAnswers(files, dataFolder)
      const same = names.filter((other) => other !== name && namePattern.exec(other)?.[1] === mark)
      const rest = names.filter((other) => !same.includes(other))
      const surplus = rest.slice(0, Math.max(0, rest.length - oddAnswersKept))
      await Promise.all([...same, ...surplus].map((other) => files.remove(join(folder, other))))
      return `${oddAnswersFolder}/${name}`
    } catch (error) {
      // A full disk must not turn an odd answer into another failure.
      log({ event: 'odd-answer-not-kept', message: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
}
