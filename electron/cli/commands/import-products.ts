import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import { columnRole } from '../../../shared/base/row-problem.ts'
import type { SaidRow } from '../../../shared/products/catalogue.ts'
import { describeSaid, importedWords, listNotes, roleWords } from '../../../shared/products/catalogue-words.ts'
import { type ColumnRole, columnRoles } from '../../../shared/products/column-roles.ts'
import { listEncodings, listShapes, type Quoting, quotings, type Separator } from '../../../shared/products/list-dialects.ts'
import { type ListReading, listReading } from '../../../shared/products/list-form.ts'
import { describeDamage, describeForm, describeSum } from '../../../shared/products/list-form-words.ts'
import { describeForgottenIds, productEditWords } from '../../../shared/products/product-edits-words.ts'
import {
  describeExamples,
  describeMissingVariants,
  describeSwitched,
  describeTargets,
  describeTree,
} from '../../../shared/products/variant-words.ts'
import { productIsChoices, sharedPicturesChoices } from '../../../shared/products/variants.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'

type Named = Partial<Record<ColumnRole, string>>

/** `sku=Artikelnummer`. */
export const readColumns = (options: readonly string[]): Named => {
  const named: Named = {}
  for (const option of options) {
    const at = option.indexOf('=')
    const role = columnRole.safeParse(columnRoles.find((one) => one.toLowerCase() === option.slice(0, at).trim().toLowerCase()))
    if (at < 0 || !role.success) throw new AppError('usage', { kind: 'list-column-unreadable', option }, { kept: 'nothing-changed' })
    named[role.data] = option.slice(at + 1)
  }
  return named
}

const shownRows = 50

const describeRows = (rows: readonly SaidRow[], heading: string): readonly string[] =>
  rows.length === 0
    ? []
    : [
        heading,
        ...rows.slice(0, shownRows).map((one) => printable(`  Row ${formatCount(one.row)}: ${describeSaid(one)}`)),
        ...(rows.length > shownRows ? [`  and ${formatCount(rows.length - shownRows)} more (--json has them)`] : []),
      ]

/** Rows that did not come in, a line each. */
export const describeRefused = (said: readonly SaidRow[]): readonly string[] =>
  describeRows(
    said.filter(({ isIn }) => !isIn),
    'Refused:',
  )

type Imported = Awaited<ReturnType<OpenCore['client']['catalogue']['importFile']>>

const describeImported = ({ result, form, shape, headers, headerRow, said }: Imported, isDry: boolean): readonly string[] => [
  importedWords(result, isDry),
  describeSum(result.sum),
  ...(result.tree.variants > 0
    ? [
        describeTree(result.tree),
        describeTargets(result.productIs, result.sharedPictures),
        printable(`Such as: ${describeExamples(result.tree.examples[result.productIs])}`),
      ]
    : []),
  ...(result.switched ? [describeSwitched(result.switched)] : []),
  ...(result.missingVariants > 0 ? [describeMissingVariants(result.missingVariants)] : []),
  printable(describeForm(form, shape, headerRow)),
  `Columns: ${columnRoles
    .flatMap((role) => {
      const column = result.columns[role]
      return column === undefined ? [] : [`${roleWords[role]} = ${printable(headers[column] ?? `#${column + 1}`)}`]
    })
    .join(', ')}`,
  ...listNotes(form, result.merged).map((note) => printable(note)),
  ...result.damage.map((one) => printable(describeDamage(one))),
  ...describeRefused(said),
  ...describeRows(
    said.filter(({ isIn }) => isIn),
    'Imported, with something to check:',
  ),
]

const withWords = (rows: readonly SaidRow[]) => rows.map((one) => ({ ...one, words: describeSaid(one) }))

export type ReadingOptions = {
  readonly column?: readonly string[]
  readonly separator?: string
  readonly quote?: string
  readonly encoding?: string
  readonly sheet?: string
  readonly headerRow?: string
  readonly shape?: string
}

type Options = ReadingOptions & {
  readonly productIs?: string
  readonly sharedPictures?: string
  readonly dryRun: boolean
  readonly forgetIds: boolean
}

const signs: Readonly<Record<string, Separator>> = {
  ...{ comma: ',', semicolon: ';', tab: '\t', pipe: '|', caret: '^', tilde: '~' },
  ...{ ',': ',', ';': ';', '\\t': '\t', '\t': '\t', '|': '|', '^': '^', '~': '~' },
}

const unreadable = (option: string, value: string, possible: readonly string[]): AppError =>
  new AppError('usage', { kind: 'list-reading-unreadable', option, value, possible }, { kept: 'nothing-changed' })

const oneOf = <T extends string>(option: string, value: string | undefined, possible: readonly T[]): T | undefined => {
  if (value === undefined) return undefined
  const found = possible.find((one) => one === value.toLowerCase())
  if (found === undefined) throw unreadable(option, value, possible)
  return found
}

/** How a person says that the list is written. */
export const readReading = ({ separator, quote, encoding, sheet, headerRow, shape }: ReadingOptions): ListReading => {
  const sign = separator === undefined ? undefined : signs[separator.toLowerCase()]
  if (separator !== undefined && sign === undefined) throw unreadable('--separator', separator, Object.keys(signs).slice(0, 6))
  if (headerRow !== undefined && !/^[1-9]\d{0,5}$/.test(headerRow)) throw unreadable('--header-row', headerRow, ['1', '2', '3'])
  const said = {
    separator: sign,
    quoting: oneOf<Quoting>('--quote', quote, quotings),
    encoding: oneOf('--encoding', encoding, listEncodings),
    sheet,
    headerRow: headerRow === undefined ? undefined : Number(headerRow),
    shape: oneOf('--shape', shape, [...listShapes, 'none'] as const),
  }
  return listReading.parse(said)
}

/** The ids of the earlier list, which this one does not have. */
const describeIds = ({ ids, waiting }: { readonly ids: number; readonly waiting: number }, forgets: boolean): readonly string[] => {
  if (ids === 0) return []
  return [forgets ? describeForgottenIds(ids, waiting) : productEditWords.keptIds(ids)]
}

/** Options of a command that reads a list. */
export const addReadingOptions = (command: Command): Command =>
  command
    .option('--column <role=header...>', 'what a column is, such as sku=Artikelnummer or gtin=#4; “sku=” for none')
    .option('--separator <sign>', 'comma, semicolon, tab, pipe, caret or tilde; detected otherwise')
    .option('--quote <how>', 'how quotes inside cells are written: doubled, backslash, single (apostrophes around cells) or none')
    .option('--encoding <name>', 'such as utf-8, windows-1252 or shift_jis')
    .option('--sheet <name>', 'of a workbook')
    .option('--header-row <number>', 'the row with the headers, counted from 1')
    .option('--shape <name>', `what it is an export of: ${listShapes.join(', ')}, or none`)
    .addHelpText('after', `\nColumns are recognised by their headers. They can be: ${columnRoles.join(', ')}.`)

/** Imports a product list. */
export const addImportCommand = (products: Command, { withCore, output }: CommandContext): void => {
  addReadingOptions(
    products
      .command('import')
      .description('import a product list (CSV, TSV or XLSX); nothing in the workspace changes')
      .argument('<file>', 'the list, with a header row'),
  )
    .option('--product-is <what>', 'what a product of the workspace is in a list with variants: product or variant; remembered')
    .option('--shared-pictures <to>', 'where variants are products: pictures of a whole product go to each, first or none')
    .option('--forget-ids', 'of a list without an ID column: its products lose the IDs that earlier lists gave them', false)
    .option('--dry-run', 'show what would be imported, without saving it', false)
    .action((file: string, options: Options) => {
      const { column = [], dryRun, forgetIds } = options
      return withCore({ access: dryRun ? 'read' : 'write' }, async ({ client }) => {
        const earlier = await client.catalogue.ids()
        const reading = readReading(options)
        const targets = {
          productIs: oneOf('--product-is', options.productIs, productIsChoices),
          sharedPictures: oneOf('--shared-pictures', options.sharedPictures, sharedPicturesChoices),
        }
        const imported = await client.catalogue.importFile({
          path: resolve(file),
          columns: readColumns(column),
          reading,
          targets,
          dryRun,
          forgetIds,
        })
        const { result, form, shape, headers, headerRow, said } = imported
        output().result({ ...result, form, shape, headers, headerRow, said: withWords(said), earlierIds: earlier }, () => [
          ...describeImported(imported, dryRun),
          ...(result.columns.productId === undefined ? describeIds(earlier, forgetIds) : []),
        ])
        return result.refused > 0 ? exitCodes.failed : exitCodes.done
      })
    })
}
