import type { Command } from 'commander'
import { AppError, errorFrom, toAppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { type AccessOptions, checkAccessOptions, giveAccessBack, signInForRun } from '../access-for-run.ts'
import type { CommandContext } from '../command-context.ts'
import { adviseCommand } from '../command-hints.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { noDeadline } from '../run-deadline.ts'
import type { OpenCore } from '../with-core.ts'

const pageSize = 500

const readVoices = async ({ client }: OpenCore) => {
  const first = await client.brandVoices.voices.page({ offset: 0, limit: pageSize })
  const rows = [...first.rows]
  while (rows.length < first.total) {
    const next = await client.brandVoices.voices.page({ offset: rows.length, limit: pageSize })
    if (next.rows.length === 0) break
    rows.push(...next.rows)
  }
  return { ...first, rows }
}

const signInWouldHelp = ({ code }: AppError): boolean => code === 'signed-out' || code === 'session-ended'

const needsSignIn = (error: AppError, list: 'voices' | 'templates'): AppError =>
  errorFrom(error.toRecord(), { failure: { kind: 'list-needs-sign-in', list, because: error.toRecord() }, cause: error })

const withAccess = (command: Command): Command =>
  command
    .option('--connect <file>', 'sign in for this command only, with a connection file, a link, or “sample”')
    .option('--api-key-stdin', 'use an API key from standard input for this command only')
    .option('--base-url <url>', 'with --api-key-stdin: the address of the service')
    .option('--no-browser', 'print the address to open instead of opening a browser')

/** Lists of the workspace: read again if possible, else the last copy, with a remark. */
export const addVoiceCommands = (program: Command, { withCore, output, ports }: CommandContext): void => {
  /** Resolves to why it failed, or `null`. */
  const readAnew = async (
    open: OpenCore,
    options: AccessOptions,
    refresh: (open: OpenCore) => Promise<unknown>,
  ): Promise<AppError | null> => {
    try {
      await signInForRun(open, options, ports.stdin, noDeadline, output())
      await refresh(open)
      return null
    } catch (error) {
      return toAppError(error)
    } finally {
      await giveAccessBack(open, options, noDeadline, output())
    }
  }

  /** `refresh` fails without changing anything; then the stored list is shown with its age. */
  const show = <T extends { readonly fetchedAt: number | null }>(
    name: 'voices' | 'templates',
    options: AccessOptions,
    refresh: (open: OpenCore) => Promise<unknown>,
    read: (open: OpenCore) => Promise<T>,
    print: (list: T) => void,
  ): Promise<void> => {
    checkAccessOptions(options)
    const tell = (list: T, failure: AppError): ExitCode => {
      const error = signInWouldHelp(failure) ? needsSignIn(failure, name) : failure
      if (list.fetchedAt === null || error.code === 'usage') throw error
      output().note(
        `As it was read on ${new Date(list.fetchedAt).toISOString()}: ${printable(error.message)} ${printable(adviseCommand(error.toRecord()))}`,
      )
      print(list)
      return exitCodes.done
    }
    const inMemory = options.connect !== undefined || options.apiKeyStdin === true
    return withCore({ access: 'write', inMemory }, async (open) => {
      const failure = await readAnew(open, options, refresh)
      const list = await read(open)
      if (failure) return tell(list, failure)
      print(list)
      return exitCodes.done
    }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'data-folder-in-use') throw error
      return withCore({ access: 'read' }, async (open) => tell(await read(open), error))
    })
  }

  withAccess(program.command('voices').description('the brand voices of the workspace')).action((options: AccessOptions) =>
    show(
      'voices',
      options,
      ({ client }) => client.brandVoices.voices.refresh(),
      readVoices,
      ({ rows }) =>
        output().result(rows, () => [
          ...formatTable(
            ['id', 'name', 'how it sounds'],
            rows.map((one) => [one.id, one.name, one.description]),
          ),
          ...(rows.length === 0 ? ['The workspace has no brand voice.'] : []),
        ]),
    ),
  )
  withAccess(
    program.command('templates').description('the templates of the workspace, for reference (the service can’t run them for you)'),
  ).action((options: AccessOptions) =>
    show(
      'templates',
      options,
      ({ client }) => client.brandVoices.templates.refresh(),
      ({ client }) => client.brandVoices.templates.list(),
      ({ rows }) =>
        output().result(rows, () =>
          rows.length === 0
            ? ['The workspace has no template.']
            : rows.flatMap((one) => [
                printable(`${one.name} (${one.id}): ${one.description || countOf(one.inputs.length, 'input')}`),
                ...one.inputs.map((input) =>
                  printable(`  ${input.name}: ${input.label}, ${input.type}${input.isRequired ? '' : ', optional'}`),
                ),
              ]),
        ),
    ),
  )
}
