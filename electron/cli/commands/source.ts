import type { Command } from 'commander'
import { maxTextBytes, type OtherSource, type OtherSourceForm } from '../../../shared/answers/other-sources.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { nameKind } from '../../../shared/queue/operations-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { describeReason } from './describe-job.ts'

type SourceOptions = { readonly text?: string; readonly textStdin?: boolean; readonly url?: string; readonly knowledge?: string }

/** An unchanged UTF-8 text from standard input. Errors: `usage` if it is too long or not text. */
const readText = async (stdin: NodeJS.ReadableStream): Promise<string> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stdin) {
    const read = Buffer.from(piece)
    pieces.push(read)
    bytes += read.length
    if (bytes > maxTextBytes) throw new AppError('usage', { kind: 'input-text-too-long' }, { kept: 'nothing-queued' })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (cause) {
    throw new AppError('usage', { kind: 'input-text-undecodable' }, { cause, kept: 'nothing-queued' })
  }
}

const readForm = async (options: SourceOptions, stdin: NodeJS.ReadableStream): Promise<OtherSourceForm> => {
  const { text, textStdin, url, knowledge } = options
  if ([text, textStdin, url, knowledge].filter((one) => one !== undefined).length !== 1)
    throw new AppError('usage', { kind: 'source-not-named' }, { kept: 'nothing-queued' })
  if (url !== undefined) return { kind: 'url', url }
  if (knowledge !== undefined) return { kind: 'knowledge', knowledgeId: knowledge }
  return { kind: 'text', text: text ?? (await readText(stdin)) }
}

/** `source` adds a source that is not a file; `sources` lists them. */
export const addSourceCommands = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('source')
    .description('create a source from a text, a web address or a knowledge item (only files can be attached to products at present)')
    .option('--text <text>', 'the text itself')
    .option('--text-stdin', 'a text from standard input')
    .option('--url <url>', 'an http(s) address that the workspace can open')
    .option('--knowledge <id>', 'the id of a knowledge item of the workspace')
    .action(async (options: SourceOptions) => {
      const form = await readForm(options, ports.stdin)
      await withCore({ access: 'write' }, async ({ client }) => {
        const result = await client.otherSources.create(form)
        const { kind, title, sourceId } = result.source
        output().result(result, () => [
          result.isNew
            ? `The ${nameKind(kind)} “${printable(title)}” is queued.`
            : `The ${nameKind(kind)} “${printable(title)}” was added before${sourceId === null ? '' : ` and is ${printable(sourceId)}`}. Nothing was queued.`,
        ])
        return exitCodes.done
      })
    })

  program
    .command('sources')
    .description('sources other than files, with their IDs')
    .action(() =>
      withCore({ access: 'read' }, async ({ client }) => {
        const rows: OtherSource[] = []
        for (;;) {
          const page = await client.otherSources.page({ offset: rows.length, limit: 500 })
          rows.push(...page.rows)
          if (page.rows.length === 0 || rows.length >= page.total) break
        }
        output().result(rows, () =>
          formatTable(
            ['source', 'kind', 'what', 'state', 'reason'],
            rows.map(({ sourceId, kind, title, job }) => [
              sourceId ?? '(not created yet)',
              nameKind(kind),
              title,
              job.status.state,
              describeReason(job),
            ]),
            200,
          ),
        )
        return exitCodes.done
      }),
    )
}
