import { readFile } from 'node:fs/promises'
import { decodeText } from '../../shared/base/decode-text.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { InsteadOfOption } from '../../shared/command/command-failures.ts'
import type { ConnectionForm } from '../../shared/contract.ts'
import type { StatedRates } from '../../shared/queue/operations.ts'
import type { Publishing } from '../../shared/workspaces/publishing-settings.ts'
import { readSecret } from './read-secret.ts'

export type ConnectOptions = {
  readonly sample?: boolean
  readonly baseUrl?: string
  readonly clientId?: string
  readonly clientSecretStdin?: boolean
  readonly apiKeyStdin?: boolean
  readonly rawBasic?: boolean
  readonly name?: string
  readonly publish?: string
  readonly rate?: string
  readonly asAnotherUser?: boolean
  readonly allowWeaker?: boolean
  readonly browser: boolean
}

/** Questions a minute, as stated by the person. */
export const readRates = (text: string | undefined): { rates?: StatedRates } => {
  if (text === undefined) return {}
  const rate = Number(text)
  if (text !== 'none' && !(Number.isFinite(rate) && rate > 0)) throw new AppError('usage', { kind: 'rate-unreadable' })
  return { rates: { 'analyse-image': text === 'none' ? null : rate } }
}

/** Errors: `usage`. */
export const readPublishing = (text: string | undefined): Publishing | undefined => {
  if (text === undefined) return undefined
  if (text === 'data' || text === 'origin') return { kind: text }
  if (URL.canParse(text) && /^https?:/.test(text)) return { kind: 'base-url', baseUrl: text }
  throw new AppError('usage', { kind: 'way-of-publishing-unknown' })
}

type FileOrLink = Extract<ConnectionForm, { kind: 'file' | 'link' }>

const isLink = (text: string): boolean => /^packshot:\/\//i.test(text)

/** Larger than any connection file may be (parse-connection-file.ts). */
const longestInput = 262_144

/** Text from Windows' pipes and clipboards may be UTF-16 and end with a line break. */
const readInput = async (stdin: NodeJS.ReadableStream): Promise<FileOrLink> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stdin) {
    const read = Buffer.from(piece)
    bytes += read.length
    if (bytes > longestInput) throw new AppError('usage', { kind: 'input-connection-too-long' }, { kept: 'nothing-changed' })
    pieces.push(read)
  }
  const text = decodeText(Buffer.concat(pieces)).trim()
  if (text === '') throw new AppError('usage', { kind: 'input-connection-missing' }, { kept: 'nothing-changed' })
  return isLink(text) ? { kind: 'link', link: text } : { kind: 'file', text }
}

/** A connection file by path, a `packshot://` link, or `-`: either of them on standard input. */
export const readFileOrLink = async (named: string, stdin: NodeJS.ReadableStream): Promise<FileOrLink> => {
  if (named === '-') return readInput(stdin)
  if (isLink(named)) return { kind: 'link', link: named }
  try {
    return { kind: 'file', text: decodeText(await readFile(named)) }
  } catch (cause) {
    throw new AppError('file-missing', { kind: 'named-connection-file-unreadable', path: named }, { cause, kept: 'nothing-changed' })
  }
}

/** The person's word for a link that turns protections off. */
export const allowWeaker = <Form extends ConnectionForm>(form: Form, options: { readonly allowWeaker?: boolean }): Form =>
  form.kind === 'link' && options.allowWeaker ? { ...form, allowsWeaker: true } : form

const isGiven = (one: unknown): boolean => one !== undefined && one !== false

/** Refuses an option that would be ignored, so that no one believes it was applied. */
const refuse = (options: Readonly<Record<string, unknown>>, instead: InsteadOfOption): void => {
  const given = Object.keys(options).filter((name) => isGiven(options[name]))
  if (given.length > 0) throw new AppError('usage', { kind: 'options-refused', options: given, instead }, { kept: 'nothing-changed' })
}

const withPublishing = (text: string | undefined): { publishing?: Publishing } => {
  const publishing = readPublishing(text)
  return publishing ? { publishing } : {}
}

/** Options that override the connection file. */
const readOver = ({ name, publish, rate, rawBasic }: ConnectOptions) => {
  const over = {
    ...(name ? { name } : {}),
    ...withPublishing(publish),
    ...readRates(rate),
    ...(rawBasic ? ({ basicAuth: 'raw' } as const) : {}),
  }
  return Object.keys(over).length > 0 ? { over } : {}
}

/** Reads the workspace to connect from the command line; `null`: the connected one. Errors: `usage`, `file-missing`. */
export const readConnectionForm = async (
  named: string | undefined,
  options: ConnectOptions,
  stdin: NodeJS.ReadableStream,
): Promise<ConnectionForm | null> => {
  const { sample, baseUrl, clientId, clientSecretStdin, apiKeyStdin, rawBasic, name, publish, rate } = options
  const byHand = { '--client-id': clientId, '--client-secret-stdin': clientSecretStdin, '--api-key-stdin': apiKeyStdin }
  const ways = [named, sample, baseUrl].filter(isGiven).length
  if (ways > 1) throw new AppError('usage', { kind: 'way-of-connecting-unclear' })
  if (baseUrl === undefined) refuse(byHand, 'base-url')
  if (sample) return { kind: 'sample', ...readOver(options) }
  if (named !== undefined) {
    const over = readOver(options)
    return { ...allowWeaker(await readFileOrLink(named, stdin), options), ...over }
  }
  if (baseUrl === undefined) {
    const changes = { '--raw-basic': rawBasic, '--name': name, '--publish': publish, '--rate': rate }
    refuse(changes, 'a-setting')
    return null
  }
  const common = { baseUrl, ...(name ? { name } : {}), ...withPublishing(publish), ...readRates(rate) }
  if (apiKeyStdin) {
    refuse({ '--client-id': clientId, '--client-secret-stdin': clientSecretStdin, '--raw-basic': rawBasic }, 'client-or-key')
    return { kind: 'api-key', ...common, apiKey: await readSecret(stdin, 'api-key') }
  }
  if (!clientId || !clientSecretStdin) throw new AppError('usage', { kind: 'credentials-not-named' })
  const basicAuth = rawBasic ? ({ basicAuth: 'raw' } as const) : {}
  return { kind: 'oauth', ...common, clientId, ...basicAuth, clientSecret: await readSecret(stdin, 'client-secret') }
}
