import type { Command } from 'commander'
import { describeImportedSets } from '../../../shared/answers/question-sets-words.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError, type ErrorRecord, errorFrom, toAppError } from '../../../shared/base/errors.ts'
import type { ImportedProfile } from '../../../shared/checks/requirement-checks.ts'
import { describeImportedProfile } from '../../../shared/checks/requirement-profiles-words.ts'
import {
  anotherUserWords,
  connectedWords,
  notCheckedWords,
  sessionLostWords,
  unnamedWorkspaceWords,
} from '../../../shared/command/command-words.ts'
import type { ConnectionForm, Revocation, SessionView } from '../../../shared/contract.ts'
import { missingScope, missingScopeWords } from '../../../shared/service/scopes.ts'
import type { CommandContext } from '../command-context.ts'
import { adviseCommand } from '../command-hints.ts'
import { type ConnectOptions, readConnectionForm } from '../connection-form.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Output, printable } from '../output.ts'
import { tellDepartures } from '../tell-departures.ts'
import type { OpenCore } from '../with-core.ts'

const describeDisconnect = ({ revoked, reason }: Revocation, hadKey: boolean): string => {
  const why = reason === null ? '' : printable(describeError(reason).message)
  if (hadKey) return `Disconnected. ${why}`.trim()
  if (revoked) return 'Disconnected; the tokens were revoked.'
  return why === '' ? 'Disconnected. There was no sign-in.' : `Disconnected, but the tokens could not be revoked: ${why}`
}

/** Keeps the question sets of a connection file; those whose names are known stay as they are. */
const keepSets = async ({ client }: OpenCore, text: string, output: Output): Promise<void> => {
  const { questionSets } = JSON.parse(text.replace(/^\ufeff/, '')) as { readonly questionSets?: unknown }
  if (!Array.isArray(questionSets) || questionSets.length === 0) return
  const imported = await client.questionSets.import({ text: JSON.stringify({ packshotQuestions: 1, sets: questionSets }) })
  output.note(`Question sets: ${printable(describeImportedSets(imported))}`)
}

/** Keeps the requirement profiles of a connection file, and uses them in the workspace. */
const keepProfiles = async ({ client }: OpenCore, text: string, output: Output): Promise<void> => {
  const { requirementProfiles: found } = JSON.parse(text.replace(/^\ufeff/, '')) as { readonly requirementProfiles?: unknown }
  if (!Array.isArray(found) || found.length === 0) return
  const imported: ImportedProfile[] = []
  for (const one of found) imported.push(await client.checks.import({ text: JSON.stringify(one) }))
  const used = (await client.checks.profiles()).filter(({ isUsed }) => isUsed)
  await client.checks.use({ ids: [...new Set([...used, ...imported].map(({ id }) => id))] })
  output.note(`Requirement profiles: ${printable(imported.map(describeImportedProfile).join(' '))}`)
}

/** Keeps what a connection file brings; question sets that can't be kept don't keep its profiles out. */
const keepBrought = async (open: OpenCore, text: string, output: Output): Promise<void> => {
  const sets = keepSets(open, text, output)
  sets.catch(() => {})
  await keepProfiles(open, text, output)
  await sets
}

/** Client details that form-encoding changes: a service that does not decode them rejects a valid secret. */
const isChangedByEncoding = (text: string): boolean => encodeURIComponent(text) !== text

/** The client id and secret of a form without `--raw-basic`. */
const clientDetailsOf = (form: ConnectionForm): readonly string[] => {
  if (form.kind === 'oauth') return form.basicAuth === 'raw' ? [] : [form.clientId, form.clientSecret]
  if (form.kind !== 'file' || form.over?.basicAuth === 'raw') return []
  try {
    const file = JSON.parse(form.text) as Record<string, unknown>
    return file.basicAuth === 'raw' ? [] : [String(file.clientId), String(file.clientSecret)]
  } catch {
    return []
  }
}

/** Suggests `--raw-basic` to a refused client if that could be the cause. */
export const adviseRawBasic = (thrown: unknown, form: ConnectionForm | null): unknown => {
  const error = toAppError(thrown)
  const { failure } = error
  // A service that answered at its token endpoint is explained already.
  if (failure.kind === 'client-refused' && failure.encoding !== null) return thrown
  if (error.code !== 'invalid-client' || form === null || !clientDetailsOf(form).some(isChangedByEncoding)) return thrown
  return errorFrom(error.toRecord(), { failure: { kind: 'client-perhaps-raw', because: error.toRecord() }, cause: error })
}

/** Codes that a sign-in through the browser helps with. */
const lost = new Set<ErrorRecord['code']>(['session-ended', 'signed-out'])

type Connected = { readonly view: SessionView; readonly notChecked: ErrorRecord | null; readonly isNew: boolean }

/** Continues with the saved session if the service accepts it, else signs in. */
const signInWhereNeeded = async (
  { client }: OpenCore,
  connected: SessionView,
  { browser, asAnotherUser = false }: ConnectOptions,
  output: Output,
): Promise<Connected> => {
  const signIn = async (scopes: { readonly scopes?: string[] } = {}): Promise<Connected> => {
    if (asAnotherUser) output.note(anotherUserWords)
    return { view: await client.session.signIn({ openBrowser: browser, asAnotherUser, ...scopes }), notChecked: null, isNew: true }
  }
  if (connected.state !== 'signed-in' || asAnotherUser) return signIn()
  const { view, problem } = await client.session.verify()
  if (problem === null) {
    const credentials = view.connection?.credentials
    if (credentials?.kind !== 'oauth' || view.hasApiKey || missingScope(view.scope, 'user') === null)
      return { view, notChecked: null, isNew: false }
    output.note(sessionLostWords(missingScopeWords.message))
    return signIn({ scopes: [...new Set(['user', ...credentials.scopes])] })
  }
  if (lost.has(problem.code)) {
    output.note(sessionLostWords(printable(describeError(problem).message)))
    return signIn()
  }
  if (problem.code === 'invalid-client' || problem.code === 'unauthorized') throw errorFrom(problem)
  return { view, notChecked: problem, isNew: false }
}

/** The sign-in would be lost with this process. */
const refuseMemory = ({ storage, storageReason, connection }: SessionView, form: ConnectionForm | null): void => {
  if (storage === 'keychain') return
  const kind = form?.kind ?? connection?.credentials.kind
  const secret = kind === 'api-key' ? 'api-key' : kind === 'sample' ? 'sample-sign-in' : 'sign-in'
  const failure = { kind: 'secret-not-kept', secret, because: storageReason } as const
  throw new AppError('keychain-unavailable', failure, { kept: 'nothing-changed' })
}

const openConnected = async ({ client }: OpenCore, form: ConnectionForm | null): Promise<SessionView> => {
  const before = await client.session.get()
  if (form === null && before.connection === null) throw new AppError('no-connection', { kind: 'no-workspace' })
  refuseMemory(before, form)
  return form === null ? before : client.session.connect(form)
}

const refuseAnotherUser = ({ connection }: SessionView, { asAnotherUser }: ConnectOptions): void => {
  if (!asAnotherUser || connection === null || connection.credentials.kind === 'oauth') return
  throw new AppError('usage', { kind: 'no-user-to-change' })
}

export const addConnectCommands = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('connect')
    .description('connect a workspace and sign in; without a file, sign in again to the connected one')
    .argument(
      '[file-or-link]',
      'a connection file (.packshot), a packshot://connect?… link, or - to read either from standard input. A link holds the secret, which other users of this computer can see among its arguments: prefer -',
    )
    .option('--sample', 'the sample workspace on this computer')
    .option('--base-url <url>', 'the address of the service')
    .option('--client-id <id>', 'with --base-url: the OAuth client')
    .option('--client-secret-stdin', 'with --base-url: read the client secret from standard input')
    .option('--raw-basic', 'send client id and secret as they are, not form-encoded (for a service that does not decode them)')
    .option(
      '--api-key-stdin',
      'with --base-url: read an API key from standard input (keys belong behind a backend: use the relay’s address)',
    )
    .option('--name <name>', 'what to call the workspace')
    .option('--publish <data|origin|URL>', 'how local pictures get an address for questions')
    .option('--rate <number|none>', 'how many questions a minute the workspace allows (unknown: starts at 30)')
    .option('--as-another-user', 'sign in as another user, replacing the current sign-in')
    .option('--allow-weaker', 'use a link although it turns protections off, which are listed')
    .option('--no-browser', 'print the address to open instead of opening a browser')
    .action((named: string | undefined, options: ConnectOptions) =>
      withCore({ access: 'write' }, async (open) => {
        const form = await readConnectionForm(named, options, ports.stdin)
        if (form !== null) await tellDepartures(open.client, form, output())
        try {
          const connected = await openConnected(open, form)
          refuseAnotherUser(connected, options)
          const { view, notChecked, isNew } = await signInWhereNeeded(open, connected, options, output())
          const { connection } = view
          output().result({ ...view, checked: notChecked === null }, () => [
            connectedWords({
              name: printable(connection?.name ?? ''),
              baseUrl: connection?.baseUrl ?? '',
              how: connection?.credentials.kind === 'oauth' ? 'sign-in' : 'key',
              isNew: isNew || form !== null,
            }),
          ])
          if (notChecked !== null) output().note(notCheckedWords(printable(describeError(notChecked).message), adviseCommand(notChecked)))
          if (isNew && form !== null && form.kind !== 'sample') output().note(unnamedWorkspaceWords)
          if (form?.kind === 'file') await keepBrought(open, form.text, output())
        } catch (error) {
          throw adviseRawBasic(error, form)
        }
        if (form?.kind === 'file' && named !== '-')
          output().note(
            'The file contains the client secret in plain text; the keychain has it now. Delete it, or keep it where no one else can read it.',
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
        const result = await client.workspaces.disconnect()
        output().result(result, () => [describeDisconnect(result, hadKey), 'Pictures, questions, answers and everything queued are kept.'])
        return exitCodes.done
      }),
    )
}
