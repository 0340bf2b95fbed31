import { access, constants } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import type { CodeProgress } from '../../../shared/pictures/picture-codes.ts'
import { importedWords } from '../../../shared/products/catalogue-words.ts'
import { type MatchPreview, type MatchRule, simpleRules } from '../../../shared/products/matching.ts'
import {
  callMatched,
  describeCodesLeft,
  describeCodesUnread,
  describeKept,
  describeMatchQuestion,
  describePreview,
  describeReason,
  describeSuggestion,
  describeUndone,
  foldersUsed,
  mappingKept,
  mappingLeftOut,
  noProductsKnown,
} from '../../../shared/products/matching-words.ts'
import { readList } from '../../core/products/catalogue/read-list.ts'
import { readTableFile } from '../../core/products/catalogue/read-sent-table.ts'
import { mappingOfRows } from '../../core/products/matching/names/mapping-of-rows.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { waitForBarcodes } from '../wait-for-barcodes.ts'
import type { OpenCore } from '../with-core.ts'
import { describeRefused } from './import-products.ts'

type Options = {
  readonly by?: string
  readonly pattern?: readonly string[]
  readonly mapping?: string
  readonly list?: string
  readonly folders: boolean
  readonly readBarcodes: boolean
  readonly dryRun: boolean
  readonly undo: boolean
}

const ruleNames: readonly string[] = [...simpleRules, 'pattern', 'mapping']

const readMappingFile = async (path: string): Promise<MatchRule> => {
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw new AppError('file-missing', { kind: 'named-list-unreadable', path }, { cause, kept: 'nothing-changed' })
  })
  return { by: 'mapping', files: mappingOfRows(await readTableFile({ readList }, path, basename(path))) }
}

const namesOf = (by: string): readonly string[] => by.split(',').map((one) => one.trim().toLowerCase())

/** In the order of --by. A mapping and patterns that it leaves out come first. `null`: no option names a rule, so the workspace's count. */
const readRules = async ({ by, pattern = [], mapping }: Options): Promise<MatchRule[] | null> => {
  if (by === undefined && pattern.length === 0 && mapping === undefined) return null
  const patterns = pattern.map((one): MatchRule => ({ by: 'pattern', pattern: one }))
  const mappings = mapping === undefined ? [] : [await readMappingFile(mapping)]
  const names = by === undefined ? simpleRules : namesOf(by)
  const rulesOf = (name: string): readonly MatchRule[] => {
    const simple = simpleRules.find((one) => one === name)
    if (simple) return [{ by: simple }]
    if (name !== 'pattern' && name !== 'mapping')
      throw new AppError('usage', { kind: 'match-rule-unknown', named: name, rules: ruleNames }, { kept: 'nothing-changed' })
    const rules = name === 'pattern' ? patterns : mappings
    if (rules.length === 0) throw new AppError('usage', { kind: 'match-rule-without-option', rule: name }, { kept: 'nothing-changed' })
    return rules
  }
  const isNamed = (name: string): boolean => (names as readonly string[]).includes(name)
  const first = [...(isNamed('mapping') ? [] : mappings), ...(isNamed('pattern') ? [] : patterns)]
  return [...first, ...[...new Set(names)].flatMap(rulesOf)]
}

/** A line for each product. */
const describeRow = ({ name, folder, match }: MatchPreview['rows'][number], callKey: (key: string) => string): readonly string[][] => {
  const picture = folder === null ? name : `${folder.split(/[\\/]/).at(-1) ?? ''}/${name}`
  switch (match.kind) {
    case 'matched':
      return match.products.map(({ productKey, place, why }) => [picture, callKey(productKey), String(place), describeReason(why)])
    case 'question': {
      const candidates = match.candidates.map((one) => callKey(one.productKey))
      return [[picture, `? ${candidates.join(' or ')}`, '', describeMatchQuestion(match.question)]]
    }
    case 'unmatched':
      return [[picture, '-', '', '']]
  }
}

/** A line each, below the picture's own. */
const describeSuggestions = ({ suggestions }: MatchPreview['rows'][number], callKey: (key: string) => string): readonly string[][] =>
  suggestions.map((one) => ['', `(${callKey(one.productKey)})`, '', describeSuggestion(one)])

const describeRows = ({ rows, products }: MatchPreview): readonly string[] => {
  const byKey = new Map(products.map((one) => [one.key, callMatched(one)]))
  const callKey = (key: string): string => byKey.get(key) ?? key
  const cells = rows.flatMap((row) => [...describeRow(row, callKey), ...describeSuggestions(row, callKey)])
  return formatTable(['Picture', 'Product', 'Place', 'Why'], cells)
}

const describeUnknown = ({ unknownInMapping: { total, first } }: MatchPreview): readonly string[] =>
  total === 0
    ? []
    : [
        `${countOf(total, 'line')} of the mapping with an unknown product:`,
        ...first.map(({ file, product }) => printable(`  ${file} → ${product}`)),
        ...(total > first.length ? [`  and ${formatCount(total - first.length)} more`] : []),
      ]

/** How long one call reads, in milliseconds; then its progress is printed. */
const readMs = 10_000

/** Reads the barcodes that are not read yet, and prints how many are left. Without products there is nothing to find. */
const readBarcodes = async (client: OpenCore['client'], note: (text: string) => void): Promise<void> => {
  const { hasProducts } = await client.matching.summary()
  if (!hasProducts) return
  await waitForBarcodes(await client.matching.readBarcodes({}), { read: () => client.matching.readBarcodes({ waitMs: readMs }), note })
}

const describeUnread = ({ left, unreadable, needsList }: CodeProgress, wasRead: boolean): readonly string[] => [
  ...(wasRead ? describeCodesLeft({ left, unreadable: 0, needsList: false }) : describeCodesUnread(left)),
  ...describeCodesLeft({ left: 0, unreadable, needsList }),
]

const keepFolders = async ({ matching }: OpenCore['client']): Promise<{ readonly changed: number }> => ({
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  changed: (await matching.useFolders()).pictures,
})

/** A mapping that is used is remembered, as in the window: the workspace's rules would take back what it decided. Returns what a person should know. */
const settleMapping = async ({ matching }: OpenCore['client'], rules: readonly MatchRule[], name: string): Promise<readonly string[]> => {
  const used = rules.find((one) => one.by === 'mapping')
  if (used) {
    await matching.setMapping({ mapping: { name, files: used.files } })
    return [mappingKept(name)]
  }
  const { mapping } = await matching.rules()
  return mapping ? [mappingLeftOut(mapping.name)] : []
}

/** Finds the product of each picture, keeps it, and says why. */
export const addMatchCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('match')
    .description('find the product of each picture by its folder, file name and barcodes, and keep it')
    .option('--by <rules>', `only these rules: ${ruleNames.join(',')} (default: the workspace’s)`)
    .option('--pattern <pattern...>', 'how your files are named, such as {sku}_{position} or {folder}/{sku}-{any}')
    .option('--mapping <file>', 'a CSV or XLSX of files and their products')
    .option('--list <file>', 'import this product list first, as “packshot products import” does')
    .option('--folders', 'where no products are known, use the names of the folders as products', false)
    .option('--read-barcodes', 'read the barcodes of all pictures first; this may take minutes', false)
    .option('--dry-run', 'show what would match, without saving it', false)
    .option('--undo', 'undo the last change of matches', false)
    .action(async (options: Options) => {
      const alone = [
        ...(options.undo ? ['--undo'] : []),
        ...(options.dryRun ? ['--dry-run'] : []),
        ...(options.list === undefined ? [] : ['--list']),
      ]
      if (alone.length > 1) throw new AppError('usage', { kind: 'options-exclusive', options: alone }, { kept: 'nothing-changed' })
      if (options.readBarcodes && (options.undo || options.dryRun))
        throw new AppError('usage', { kind: 'options-exclusive', options: [...alone, '--read-barcodes'] }, { kept: 'nothing-changed' })
      const rules = await readRules(options)
      await withCore({ access: options.dryRun ? 'read' : 'write' }, async ({ client }) => {
        if (options.undo) {
          const { undone } = await client.matching.undo()
          output().result({ undone }, () => [describeUndone(undone?.pictures ?? null)])
          return exitCodes.done
        }
        if (options.list !== undefined) {
          const { result, said } = await client.catalogue.importFile({ path: resolve(options.list), columns: {}, dryRun: false })
          for (const line of [importedWords(result, false), ...describeRefused(said)]) output().note(line)
        }
        if (options.readBarcodes) await readBarcodes(client, output().note)
        const preview = await client.matching.preview({ rules, limit: 200_000 })
        const hasProducts = preview.knownProducts > 0
        const folders = hasProducts ? [] : await client.matching.folders()
        const isByFolders = options.folders && !options.dryRun && folders.length > 0
        const isByRules = hasProducts && !options.dryRun
        // Before it is used: an end in between would leave what the next match takes back.
        if (rules !== null && isByRules)
          for (const line of await settleMapping(client, rules, basename(options.mapping ?? ''))) output().note(line)
        const kept = isByFolders ? await keepFolders(client) : isByRules ? await client.matching.apply({ rules }) : null
        if (hasProducts && preview.barcodes) for (const line of describeUnread(preview.barcodes, options.readBarcodes)) output().note(line)
        output().result({ ...preview, folders, changed: kept?.changed ?? null }, () => [
          ...(preview.rows.length > 0 && hasProducts ? [...describeRows(preview), ''] : []),
          ...describeUnknown(preview),
          hasProducts ? describePreview(preview) : isByFolders ? foldersUsed(folders.length) : noProductsKnown(folders.length),
          ...(kept ? [describeKept(kept.changed)] : []),
        ])
        return kept && preview.questions > 0 ? exitCodes.personNeeded : exitCodes.done
      })
    })
}
