import { type Command, InvalidArgumentError, Option } from 'commander'
import { askedQuestions, sheetView } from '../../../shared/answers/sheet.ts'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import type { PlannedText, TextsToSend } from '../../../shared/products/product-texts.ts'
import {
  countAsked,
  describeMainPicture,
  describeTextNow,
  describeTextPicture,
  describeTexts,
  textsWords,
} from '../../../shared/products/product-texts-words.ts'
import { proposeAttributes } from '../../../shared/products/propose-attributes.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'

type Options = {
  readonly column?: readonly { readonly question: string; readonly attribute: string }[]
  readonly drafts: boolean
  readonly search?: string
  readonly unknown: 'ask' | 'replace'
  readonly dryRun: boolean
  readonly restore?: number
}

const pageSize = 500

/** `Alt text?=Alt text`; the attribute comes after the last sign, as questions may have one. */
const readColumn = (text: string, before: Options['column'] = []): NonNullable<Options['column']> => {
  const at = text.lastIndexOf('=')
  const [question, attribute] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 1 || question === '' || attribute === '') {
    const asked = (at < 0 ? text.trim() : question) || 'Alt text?'
    const [name] = proposeAttributes([{ question: asked, column: asked }])
    throw new InvalidArgumentError(`Add the attribute, like “${asked}=${name || 'Alt text'}”.`)
  }
  return [...before, { question, attribute }]
}

const readAction = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is a number, the first column of “packshot activity”.')
  return Number(text)
}

/** `null`: of all products. */
const viewOf = ({ search }: Options) =>
  search === undefined ? null : sheetView.parse({ setId: askedQuestions, rows: 'products', text: search })

const readAll = async ({ client }: OpenCore, what: TextsToSend) => {
  const plan = await client.texts.preview({ what, offset: 0, limit: pageSize })
  const rows = [...plan.rows]
  while (rows.length < plan.total) {
    const more = (await client.texts.preview({ what, offset: rows.length, limit: pageSize })).rows
    if (more.length === 0) break
    rows.push(...more)
  }
  return { ...plan, rows }
}

const toCells = (row: PlannedText): readonly string[] => [
  printable(row.product),
  printable(row.attribute),
  printable(describeTextNow(row)),
  printable(row.after),
  row.problem ? describeCause(row.problem) : row.isSame ? 'There already' : printable(describeTextPicture(row) ?? ''),
]

/** Sends approved texts to attributes of their products, or puts the previous ones back. */
export const addSendTextsCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('send-texts')
    .description('send approved texts to text attributes of their products; “packshot run” sends them')
    .option('--column <question=attribute>', 'the answers to this question go to this attribute; may be given several times', readColumn)
    .option('--search <words>', 'only products with these words in their names, place or texts')
    .option('--drafts', 'send texts that are not approved, too', false)
    .addOption(
      new Option('--unknown <what>', 'where the current text is unknown: wait for you, or replace it')
        .choices(['ask', 'replace'])
        .default('ask'),
    )
    .option('--dry-run', 'show what would be sent, without sending it', false)
    .option('--restore <action>', 'restore the texts that an action replaced (its number: “packshot activity”)', readAction)
    .action((options: Options) => {
      const { restore, column } = options
      if (restore === undefined && column === undefined)
        throw new AppError(
          'usage',
          { kind: 'options-missing', options: ['--column "QUESTION=ATTRIBUTE"', '--restore ACTION'] },
          { kept: 'nothing-queued' },
        )
      if (restore !== undefined && column !== undefined)
        throw new AppError('usage', { kind: 'options-exclusive', options: ['--column', '--restore'] }, { kept: 'nothing-queued' })
      const access = options.dryRun ? 'read' : 'write'
      return withCore({ access }, async (open) => {
        if (restore !== undefined) {
          const result = await open.client.texts.restore({ action: restore })
          const left = textsWords.left(result.left)
          output().result(result, () => [textsWords.restored(result), ...(left === null ? [] : [left])])
          return exitCodes.done
        }
        const what = { kind: 'cells' as const, columns: [...(column ?? [])], onlyApproved: !options.drafts, view: viewOf(options) }
        const plan = await readAll(open, what)
        if (options.dryRun) {
          output().result(plan, () => [
            ...(plan.rows.length > 0 ? [...formatTable(['Product', 'Attribute', 'Now', 'After', ''], plan.rows.map(toCells)), ''] : []),
            describeTexts(plan, what.onlyApproved),
            ...describeMainPicture(plan, what.onlyApproved),
          ])
          return plan.blocked + countAsked(plan) > 0 ? exitCodes.personNeeded : exitCodes.done
        }
        const result = await open.client.texts.send({ what, unknown: options.unknown })
        output().result({ ...result, empty: plan.empty, onlyOthers: plan.onlyOthers, differing: plan.differing }, () => [
          `${textsWords.queued(result.queued)} (“packshot run” sends them). ${describeTexts(plan, what.onlyApproved)}`,
          ...describeMainPicture(plan, what.onlyApproved),
        ])
        return result.blocked > 0 ? exitCodes.personNeeded : exitCodes.done
      })
    })
}
