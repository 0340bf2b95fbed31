import { type Command, Option } from 'commander'
import type { SetQuestion } from '../../../shared/answers/question-sets.ts'
import {
  askedQuestions,
  type CellReview,
  type SheetCell,
  type SheetRow,
  type SheetViewInput,
  sheetFilter,
} from '../../../shared/answers/sheet.ts'
import { describeCounts, describeFailedCheck } from '../../../shared/answers/sheet-cells-words.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { shownPlace } from '../../../shared/pictures/picture-place.ts'
import { callProductAmong } from '../../../shared/products/product-names-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'
import { findSetByName } from './sets.ts'

type ViewOptions = {
  readonly set?: string
  readonly products?: boolean
  readonly only?: SheetViewInput['only']
  readonly text?: string
}

const rowsAtOnce = 200

const withViewOptions = (command: Command): Command =>
  command
    .option('--set <name>', 'the columns of a question set (default: the questions that were asked)')
    .option('--products', 'a row for each product, with the cells of its main picture')
    .addOption(new Option('--only <state...>', 'rows with a cell that is any of these').choices(sheetFilter.options))
    .option('--text <text>', 'rows with these words in their place, product or cells')

/** The view that a person named, and the columns of its set; none: the questions are the columns. */
const readView = async (
  open: OpenCore,
  { set, products, only, text }: ViewOptions,
): Promise<{ readonly view: SheetViewInput; readonly columns: ReadonlyMap<string, string> }> => {
  const found = set === undefined ? null : await findSetByName(open, set)
  const columns = new Map((found?.questions ?? []).map(({ question, column }: SetQuestion) => [question, column]))
  return { view: { setId: found?.id ?? askedQuestions, rows: products ? 'products' : 'pictures', only, text }, columns }
}

const readRows = async ({ client }: OpenCore, view: SheetViewInput) => {
  const rows: SheetRow[] = []
  // The window may switch to another workspace between two pages.
  let workspace: string | null = null
  for (;;) {
    const page = await client.sheet.page({ view, offset: rows.length, limit: rowsAtOnce, workspace })
    workspace = page.workspace
    rows.push(...page.rows)
    if (rows.length < page.total && page.rows.length > 0) continue
    const { total, ...counts } = await client.sheet.counts({ view, workspace })
    return { total, counts, rows }
  }
}

const describeCell = ({ text, review, fails, work, kind }: SheetCell): string => {
  const marks = [...(review === 'draft' ? [] : [review]), ...(work ? [work.state] : []), ...fails.map(describeFailedCheck)]
  const shown = kind === 'none' ? '–' : text.replaceAll(/\s+/g, ' ')
  return marks.length === 0 ? shown : `${shown} (${marks.join(' ')})`
}

/** What the row's product is called; nothing if it has none. */
const callRow = ({ productName, sku, productId, further = 0 }: SheetRow): string =>
  productName === null && sku === null && productId === null ? '' : callProductAmong({ name: productName, sku, productId }, further)

const describeRow = (row: SheetRow, columns: ReadonlyMap<string, string>): string[] => [
  printable([row.imageId === null ? '' : shownPlace(row), callRow(row)].filter(Boolean).join('  ')),
  ...row.cells.map((cell) => printable(`  ${columns.get(cell.question) ?? cell.question.replaceAll(/\s+/g, ' ')}: ${describeCell(cell)}`)),
]

type ReviewOptions = ViewOptions & {
  readonly approve?: boolean
  readonly reject?: boolean
  readonly reopen?: boolean
  readonly question?: string[]
  readonly all?: boolean
}

const readReview = ({ approve, reject, reopen }: ReviewOptions): CellReview => {
  const named = [...(approve ? ['approved' as const] : []), ...(reject ? ['rejected' as const] : []), ...(reopen ? ['draft' as const] : [])]
  const [review] = named
  if (review === undefined || named.length > 1)
    throw new AppError('usage', { kind: 'options-exclusive', options: ['--approve', '--reject', '--reopen'] }, { kept: 'nothing-changed' })
  return review
}

/** The questions that a person named, by themselves or by their columns; `null`: all. */
const questionsNamed = async (
  { client }: OpenCore,
  named: readonly string[] | undefined,
  columns: ReadonlyMap<string, string>,
): Promise<string[] | null> => {
  if (named === undefined) return null
  const known = columns.size > 0 ? [...columns.keys()] : await client.sheet.asked()
  const questionOf = new Map([...columns].map(([question, column]) => [column, question]))
  return named.map((one) => {
    const question = questionOf.get(one) ?? one
    if (known.includes(question)) return question
    const failure = { kind: 'column-unknown', named: one, columns: columns.size > 0 ? [...columns.values()] : known } as const
    throw new AppError('usage', failure, { kept: 'nothing-changed' })
  })
}

const did: Readonly<Record<CellReview, string>> = { approved: 'approved', rejected: 'rejected', draft: 'set back to draft' }

/** Cells that stay as they are, and why. */
const describeLeft = ({ skipped, kept }: { readonly skipped: number; readonly kept: readonly unknown[] }, review: CellReview): string[] => [
  ...(skipped > 0 ? [`${countOf(skipped, 'cell')} skipped: empty, or ${did[review]} already.`] : []),
  ...(kept.length > 0 ? [`${countOf(kept.length, 'cell')} changed meanwhile and stayed. Run it again.`] : []),
]

/** `packshot sheet` and `packshot review`: the sheet's rows, and approving or rejecting those that a filter shows. */
export const addSheetCommands = (program: Command, { withCore, output }: CommandContext): void => {
  withViewOptions(program.command('sheet').description('pictures or products with the answers to a question set')).action(
    (options: ViewOptions) =>
      withCore({ access: 'read' }, async (open) => {
        const { view, columns } = await readView(open, options)
        const sheet = await readRows(open, view)
        output().result(sheet, () => [...sheet.rows.flatMap((row) => describeRow(row, columns)), describeCounts(sheet.counts)])
        return exitCodes.done
      }),
  )
  withViewOptions(program.command('review').description('approve or reject cells of the sheet; an approved cell is never asked again'))
    .option('--approve', 'approve them; empty cells are left out')
    .option('--reject', 'reject them, so that a new answer takes their place')
    .option('--reopen', 'set them back to draft')
    .option('--question <text...>', 'only the cells of these questions or columns')
    .option('--all', 'all cells of the sheet')
    .action((options: ReviewOptions) => {
      const review = readReview(options)
      if (!options.all && !options.only && options.text === undefined && !options.question)
        throw new AppError('usage', { kind: 'review-names-nothing' }, { kept: 'nothing-changed' })
      return withCore({ access: 'write' }, async (open) => {
        const { view, columns } = await readView(open, options)
        const questions = await questionsNamed(open, options.question, columns)
        const result = await open.client.sheet.review({ what: { kind: 'view', view, questions }, review })
        output().result(result, () => [`${countOf(result.changed, 'cell')} ${did[review]}.`, ...describeLeft(result, review)])
        return exitCodes.done
      })
    })
  withViewOptions(
    program.command('use-written').description('put texts that “packshot write” wrote into the cells of the sheet; approved cells stay'),
  )
    .option('--question <text...>', 'only the cells of these questions or columns')
    .action((options: ViewOptions & { readonly question?: string[] }) =>
      withCore({ access: 'write' }, async (open) => {
        const { view, columns } = await readView(open, options)
        const what = { kind: 'view' as const, view, questions: await questionsNamed(open, options.question, columns) }
        const result = await open.client.sheet.takeWritten({ what })
        output().result(result, () => [
          `${countOf(result.changed, 'cell')} changed.`,
          ...(result.skipped > 0
            ? [`${countOf(result.skipped, 'cell')} left: approved, empty, or nothing was written from the current text.`]
            : []),
        ])
        return exitCodes.done
      }),
    )
}
