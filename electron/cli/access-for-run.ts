import { describeError } from '../../shared/base/describe-error.ts'
import { AppError } from '../../shared/base/errors.ts'
import { endsKeptSessionWords, notGivenBackWords, takenOverWords } from '../../shared/command/command-words.ts'
import { allowWeaker, readFileOrLink, readRates } from './connection-form.ts'
import { type Output, printable } from './output.ts'
import { readSecret } from './read-secret.ts'
import { type RunDeadline, startDeadline } from './run-deadline.ts'
import { tellDepartures } from './tell-departures.ts'
import type { OpenCore } from './with-core.ts'

/** Options to sign in for one command only; without them the keychain's credentials are used. */
export type AccessOptions = {
  readonly connect?: string
  readonly apiKeyStdin?: boolean
  readonly baseUrl?: string
  readonly insteadOf?: string
  readonly rate?: string
  readonly allowWeaker?: boolean
  readonly browser: boolean
}

/** Errors: `usage` if an option would be ignored, or two exclude each other. */
export const checkAccessOptions = ({ connect, apiKeyStdin, baseUrl, insteadOf, rate }: AccessOptions): void => {
  if (connect !== undefined && apiKeyStdin)
    throw new AppError('usage', { kind: 'options-exclusive', options: ['--connect', '--api-key-stdin'] }, { kept: 'nothing-sent' })
  const ignored = [
    ...(baseUrl === undefined ? [] : ['--base-url']),
    ...(insteadOf === undefined ? [] : ['--instead-of']),
    ...(rate === undefined ? [] : ['--rate']),
  ]
  if (!apiKeyStdin && ignored.length > 0)
    throw new AppError('usage', { kind: 'options-need-api-key', options: ignored }, { kept: 'nothing-sent' })
}

/** Signs in for this command only: the secrets stay in this process's memory. */
export const signInForRun = async (
  open: OpenCore,
  options: AccessOptions,
  stdin: NodeJS.ReadableStream,
  { within }: RunDeadline,
  output: Output,
): Promise<void> => {
  const { client } = open
  if (options.apiKeyStdin) {
    const baseUrl = options.baseUrl ?? (await client.session.get()).connection?.baseUrl
    if (!baseUrl) throw new AppError('usage', { kind: 'base-url-not-named' }, { kept: 'nothing-sent' })
    const apiKey = await within('input', readSecret(stdin, 'api-key'))
    const { insteadOf, rate } = options
    const form = { kind: 'api-key', baseUrl, apiKey, isUntried: true, ...readRates(rate) } as const
    await within('workspace', client.session.connect(insteadOf === undefined ? form : { ...form, insteadOf }))
    if (insteadOf !== undefined) output.note(takenOverWords({ from: printable(insteadOf), to: printable(baseUrl) }))
    return
  }
  if (options.connect === undefined) return
  const named = options.connect === 'sample' ? { kind: 'sample' as const } : await within('input', readFileOrLink(options.connect, stdin))
  const form = allowWeaker(named, options)
  await tellDepartures(open.client, form, output)
  const view = await within('workspace', client.session.connect(form))
  if (view.state === 'signed-in') return
  const { connection } = view
  if (connection && (await open.keepsSession(connection.id))) output.note(endsKeptSessionWords(printable(connection.name)))
  await within('sign-in', client.session.signIn({ openBrowser: options.browser }))
}

/** Lets the process end although nothing more came on standard input. */
export const endInput = (stdin: NodeJS.ReadableStream): void => {
  if ('destroy' in stdin && typeof stdin.destroy === 'function') stdin.destroy()
}

/** How long revoking may take after the run's timeout, in milliseconds. */
const revokingMs = 5_000

/** Counterpart of `signInForRun`: revokes its access, so that nothing usable is left. Never throws. */
export const giveAccessBack = async (
  { client }: OpenCore,
  options: AccessOptions,
  { leftMs }: RunDeadline,
  output: Output,
): Promise<void> => {
  if (options.connect === undefined) return
  try {
    if ((await client.session.get()).state !== 'signed-in') return
    const left = leftMs()
    const limit = startDeadline(left === undefined ? undefined : Math.ceil((left + revokingMs) / 1_000) * 1_000)
    const { revoked, reason } = await limit.within('revocation', client.session.signOut())
    if (!revoked && reason !== null) output.note(notGivenBackWords(printable(describeError(reason).message)))
  } catch (error) {
    output.note(notGivenBackWords(printable(error instanceof Error ? error.message : String(error))))
  }
}
