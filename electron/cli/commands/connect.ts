import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { ConnectionForm, SessionView } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Publishing, StatedRates } from '../../../shared/session.ts'
import { decodeText } from '../../core/connections/decode-text.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import { readSecret } from '../read-secret.ts'

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
  readonly browser: boolean
}

/** Questions a minute as the person states them. */
export const readRates = (text: string | undefined): { rates?: StatedRates } => {
  if (text === undefined) return {}
  const rate = Number(text)
  if (text !== 'none' && !(Number.isFinite(rate) && rate > 0))
    throw new AppError('usage', '--rate takes the number of questions a minute that the workspace allows, or none.')
  return { rates: { 'analyse-image': text === 'none' ? null : rate } }
}

/** Errors: `usage`. */
export const readPublishing = (text: string | undefined): Publishing | undefined => {
  if (text === undefined) return undefined
  if (text === 'data' || text === 'origin') return { kind: text }
  if (URL.canParse(text) && /^https?:/.test(text)) return { kind: 'base-url', baseUrl: text }
  throw new AppError(
    'usage',
    'How pictures get an address is one of data, origin, or the https address under which they can be fetched; a bucket is set with “packshot publishing bucket”.',
  )
}

/** A connection file by path, or a `packshot://` link. */
export const readFileOrLink = async (named: string): Promise<ConnectionForm> => {
  if (/^packshot:\/\//i.test(named)) return { kind: 'link', link: named }
  try {
    return { kind: 'file', text: decodeText(await readFile(named)) }
  } catch (cause) {
    throw new AppError('file-missing', `The connection file ${named} cannot be read. Nothing was changed.`, {
      cause,
      action: 'Check the path, or ask the workspace’s admin for the file.',
    })
  }
}

/** What a command line says about the workspace to connect. Errors: `usage`, `file-missing`. */
export const readConnectionForm = async (
  named: string | undefined,
  options: ConnectOptions,
  stdin: NodeJS.ReadableStream,
): Promise<ConnectionForm> => {
  const ways = [named !== undefined, options.sample === true, options.baseUrl !== undefined].filter(Boolean).length
  if (ways !== 1) throw new AppError('usage', 'Say one of: a connection file or link, --sample, or --base-url.')
  if (options.sample) return { kind: 'sample' }
  if (named !== undefined) return readFileOrLink(named)
  const common = {
    baseUrl: options.baseUrl ?? '',
    ...(options.name ? { name: options.name } : {}),
    ...withPublishing(options.publish),
    ...readRates(options.rate),
  }
  if (options.apiKeyStdin) return { kind: 'api-key', ...common, apiKey: await readSecret(stdin, 'API key') }
  if (!options.clientId || !options.clientSecretStdin)
    throw new AppError('usage', 'With --base-url say --client-id ID --client-secret-stdin, or --api-key-stdin.')
  const basicAuth = options.rawBasic ? ({ basicAuth: 'raw' } as const) : {}
  return { kind: 'oauth', ...common, clientId: options.clientId, ...basicAuth, clientSecret: await readSecret(stdin, 'client secret') }
}

const withPublishing = (text: string | undefined): { publishing?: Publishing } => {
  const publishing = readPublishing(text)
  return publishing ? { publishing } : {}
}

const describe = (view: SessionView): string =>
  view.connection?.credentials.kind === 'api-key'
    ? `Connected to ${printable(view.connection.name)} (${view.connection.baseUrl}) with an API key.`
    : `Connected to ${printable(view.connection?.name ?? '')} (${view.connection?.baseUrl}) and signed in.`

type Disconnected = { readonly revoked: boolean; readonly reason: string | null }

const describeDisconnect = ({ revoked, reason }: Disconnected, hadKey: boolean): string => {
  if (hadKey) return `Disconnected. ${printable(reason ?? '')}`.trim()
  if (revoked) return 'Disconnected; the tokens were revoked.'
  if (reason === null) return 'Disconnected; nobody was signed in.'
  return `Disconnected, but the tokens could not be revoked: ${printable(reason)}`
}

export const addConnectCommands = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('connect')
    .description('connect a workspace and sign in')
    .argument('[file-or-link]', 'a connection file (.packshot) or a packshot://connect?… link')
    .option('--sample', 'the sample workspace on this computer')
    .option('--base-url <url>', 'the address of the service')
    .option('--client-id <id>', 'with --base-url: the OAuth client')
    .option('--client-secret-stdin', 'read the client secret from standard input')
    .option(
      '--raw-basic',
      'with --client-id: send id and secret as they are, not form-encoded first (for a service that does not decode them)',
    )
    .option('--api-key-stdin', 'read an API key from standard input (a key belongs behind a backend: give the relay’s address as base URL)')
    .option('--name <name>', 'what to call the workspace')
    .option('--publish <data|origin|URL>', 'how local pictures get an address for questions')
    .option('--rate <number|none>', 'with --base-url: how many questions a minute the workspace allows (unknown: starts at 30)')
    .option('--no-browser', 'print the address to open instead of opening a browser')
    .action((named: string | undefined, options: ConnectOptions) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const form = await readConnectionForm(named, options, ports.stdin)
        const before = await client.session.get()
        if (before.storage === 'memory') {
          const why = (before.storageReason ?? '').replace(/ Secrets are kept in memory.*$/, '')
          throw new AppError('keychain-unavailable', `The sign-in could not be kept. ${why} Nothing was changed.`)
        }
        const connected = await client.session.connect(form)
        const view = connected.state === 'signed-in' ? connected : await client.session.signIn({ openBrowser: options.browser })
        output().result(view, () => [describe(view)])
        if (connected.state !== 'signed-in' && form.kind !== 'sample')
          output().note(
            'The service tells Packshot no workspace: the page in your browser named it. Was it another one: “packshot disconnect”.',
          )
        if (form.kind === 'file')
          output().note(
            'The file holds the client secret in plain text; the keychain has it now. Delete it, or keep it where nobody else can read it.',
          )
        return exitCodes.done
      }),
    )
  program
    .command('disconnect')
    .description('sign out, revoke the tokens and forget them; pictures, questions and answers stay')
    .action(() =>
      withCore({ access: 'write' }, async ({ client }) => {
        const hadKey = (await client.session.get()).connection?.credentials.kind === 'api-key'
        const result = await client.session.disconnect()
        output().result(result, () => [describeDisconnect(result, hadKey), 'Pictures, questions, answers and everything queued are kept.'])
        return exitCodes.done
      }),
    )
}
