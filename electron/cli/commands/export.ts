import { extname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { QuestionSet } from '../../../shared/answers/question-sets.ts'
import { type SheetViewInput, sheetView } from '../../../shared/answers/sheet.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { findRoles, layoutOfPreset, type ShopPreset, shopPresets, usualLayout } from '../../../shared/exchange/export-presets.ts'
import { type OutForm, type OutLayout, type PictureField, pictureFields } from '../../../shared/exchange/exports.ts'
import { describeCopies, describeWritten } from '../../../shared/exchange/exports-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import { stopAtCtrlC } from '../stop-at-ctrl-c.ts'
import type { OpenCore } from '../with-core.ts'
import { findSetByName } from './sets.ts'

type Client = OpenCore['client']
type ScopeOptions = { readonly set: string; readonly all?: boolean; readonly search?: string }

const viewOf = (set: QuestionSet, { search = '' }: ScopeOptions) =>
  sheetView.parse({ setId: set.id, text: search } satisfies SheetViewInput)

const formOf = (file: string): OutForm | null => {
  const ending = extname(file).toLowerCase()
  if (ending === '.xlsx') return { kind: 'xlsx' }
  if (ending === '.csv') return { kind: 'csv', separator: ',', bom: true, flat: false }
  return ending === '.tsv' || ending === '.txt' ? { kind: 'csv', separator: '\t', bom: false, flat: false } : null
}

/** A shop reads nothing but its own form. Error: `usage`. */
const layoutOfShop = (
  shop: ShopPreset,
  { questions }: QuestionSet,
  form: OutForm | null,
  rows: OutLayout['rows'] | undefined,
): OutLayout => {
  if (form?.kind === 'xlsx') throw new AppError('usage', { kind: 'preset-is-text', preset: shop.name }, { kept: 'nothing-done' })
  if (rows !== undefined && rows !== shop.rows)
    throw new AppError('usage', { kind: 'options-exclusive', options: ['--preset', '--rows'] }, { kept: 'nothing-done' })
  return layoutOfPreset(shop, questions)
}

/** A shop's preset, one that a person saved, or the usual columns. The file's ending decides its form, except where a shop requires one. */
const layoutFor = async (
  client: Client,
  set: QuestionSet,
  file: string,
  options: { readonly preset?: string; readonly rows?: OutLayout['rows']; readonly again: boolean },
): Promise<OutLayout> => {
  const { preset, rows, again } = options
  const form = formOf(file)
  if (preset === undefined) return { ...usualLayout(rows ?? 'pictures', set.questions), comesBack: again, ...(form ? { form } : {}) }
  const shop = shopPresets.find(({ id }) => id === preset.toLowerCase())
  if (shop) return layoutOfShop(shop, set, form, rows)
  const { exportPresets } = await client.settings.get()
  const saved = exportPresets.find(({ name }) => name.toLowerCase() === preset.toLowerCase())
  if (saved)
    return {
      ...saved.layout,
      ...(form ? { form } : {}),
      ...(rows ? { rows } : {}),
      ...(again ? {} : { comesBack: false }),
    }
  const presets = [...shopPresets.map(({ id }) => id), ...exportPresets.map(({ name }) => name)]
  throw new AppError('usage', { kind: 'preset-unknown', named: preset, presets }, { kept: 'nothing-done' })
}

const questionOf = ({ questions }: QuestionSet, named: string): string => {
  const found = questions.find(({ column, question }) => column.toLowerCase() === named.toLowerCase() || question === named)
  if (!found)
    throw new AppError('usage', { kind: 'column-unknown', named, columns: questions.map(({ column }) => column) }, { kept: 'nothing-done' })
  return found.question
}

type FieldOptions = Partial<Record<PictureField, string>>

/** The columns that were named, else those whose name says what they are. */
const fieldsFor = (set: QuestionSet, options: FieldOptions): Partial<Record<PictureField, string>> => {
  const named = pictureFields.flatMap((field) => (options[field] === undefined ? [] : [[field, questionOf(set, options[field])] as const]))
  if (named.length > 0) return Object.fromEntries(named)
  const roles = findRoles(set.questions)
  if (!roles.alt)
    throw new AppError(
      'usage',
      { kind: 'fields-without-column', columns: set.questions.map(({ column }) => column) },
      { kept: 'nothing-done' },
    )
  return Object.fromEntries(pictureFields.flatMap((field) => (roles[field] ? [[field, roles[field].question] as const] : [])))
}

/** Commands that write texts for other programs. */
export const addExportCommands = (program: Command, { withCore, output }: CommandContext): void => {
  const withScope = (command: Command): Command =>
    command
      .requiredOption('--set <name>', 'the question set whose texts are exported')
      .addOption(new Option('--approved', 'approved texts only (the default)').conflicts('all'))
      .option('--all', 'texts without approval, too')
      .option('--search <words>', 'only rows with these words in their place, product or texts')

  withScope(program.command('export').description('write the texts of a question set to a CSV or XLSX file'))
    .requiredOption('--to <file>', 'such as texts.xlsx or texts.csv; an existing file is replaced')
    .option('--preset <name>', `columns: ${shopPresets.map(({ id }) => id).join(', ')}, or one that you saved`)
    .addOption(new Option('--rows <rows>', 'a row for each picture (the default), or for each product').choices(['pictures', 'products']))
    .option('--no-again', 'without the columns that a later “packshot import-texts” needs')
    .action((options: ScopeOptions & { to: string; preset?: string; rows?: OutLayout['rows']; again: boolean }) =>
      withCore({ access: 'read' }, async (open) => {
        const { client } = open
        const set = await findSetByName(open, options.set)
        const layout = await layoutFor(client, set, options.to, options)
        const which = options.all ? 'all' : 'approved'
        const task = { view: viewOf(set, options), which, layout, to: { kind: 'path', path: resolve(options.to) } } as const
        const written = await stopAtCtrlC(client.exports.stop, () => client.exports.write(task))
        const shop = shopPresets.find(({ id }) => id === options.preset?.toLowerCase())
        output().result({ ...written, which, columns: layout.columns.map(({ header }) => header) }, () => [
          ...describeWritten(layout, written).map((line) => printable(line)),
          ...(shop ? [...shop.notes, `Documentation: ${shop.source} (read ${shop.readAt})`] : []),
        ])
        return exitCodes.done
      }),
    )

  const pictures = withScope(
    program.command('export-pictures').description('copy pictures into a folder, with their texts in the metadata'),
  )
    .argument('<folder>', 'created if it doesn’t exist')
    .option('--replace', 'replace earlier copies of the same pictures', false)
  for (const field of pictureFields)
    pictures.option(
      `--${field} <column>`,
      `the column for the ${field === 'alt' ? 'alt text' : field === 'extended' ? 'extended description' : field}`,
    )
  pictures.action((folder: string, options: ScopeOptions & FieldOptions & { replace: boolean }) =>
    withCore({ access: 'read' }, async (open) => {
      const { client } = open
      const set = await findSetByName(open, options.set)
      const fields = fieldsFor(set, options)
      const task = {
        view: viewOf(set, options),
        which: options.all ? 'all' : 'approved',
        fields,
        to: { kind: 'path', path: resolve(folder) },
        replaces: options.replace,
      } as const
      const copies = await stopAtCtrlC(client.exports.stop, () => client.exports.pictures(task))
      output().result({ ...copies, fields }, () => [
        ...describeCopies(copies).map((line) => printable(line)),
        ...copies.existingNames.slice(0, 20).map((name) => printable(`  already there: ${name}`)),
        ...copies.failures.slice(0, 20).map(({ name, problem }) => printable(`  ${name}: ${describeError(problem).message}`)),
        ...(copies.existing === 0
          ? []
          : [
              options.replace
                ? 'These files are not earlier copies of the pictures, so they stay. Choose another folder.'
                : 'Use --replace to replace earlier copies.',
            ]),
      ])
      return copies.failed > 0 ? exitCodes.failed : copies.existing > 0 ? exitCodes.personNeeded : exitCodes.done
    }),
  )
}
