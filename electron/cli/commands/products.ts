import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { decodeText } from '../../../shared/base/decode-text.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { leftLineWords, noneUnsettled, settledWords, unlikeLineWords, unsettledHint } from '../../../shared/command/list-commands-words.ts'
import { describeOrigin, describeQuestion } from '../../../shared/products/attached-lists-words.ts'
import type { CatalogueEntry } from '../../../shared/products/catalogue.ts'
import { showGtin } from '../../../shared/products/gtin.ts'
import { type BadLine, type MatchedList, matchPastedLists } from '../../../shared/products/pasted-lists.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import type { Product, UnsettledList } from '../../../shared/products/products.ts'
import { findUnlikeId } from '../../../shared/products/source-ids.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'
import { listKnownIds } from '../read-current.ts'
import type { OpenCore } from '../with-core.ts'
import { addEditCommands } from './edit-products.ts'
import { addFollowCommands } from './follow-products.ts'
import { addImportCommand } from './import-products.ts'

type Client = OpenCore['client']

const formatTime = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19)

/** Reads all of them, page by page. */
const listUnsettled = async (client: Client): Promise<readonly UnsettledList[]> => {
  const lists: UnsettledList[] = []
  for (;;) {
    const { total, rows } = await client.products.unsettled({ offset: lists.length, limit: 500 })
    lists.push(...rows)
    if (rows.length === 0 || lists.length >= total) return lists
  }
}

const describeUnsettled = (lists: readonly UnsettledList[]): readonly string[] => {
  if (lists.length === 0) return [noneUnsettled]
  const rows = lists.map((list) => [
    list.productId ?? '',
    callProduct({ name: list.productName, sku: list.productSku, productId: null }),
    list.attribute,
    list.sourceIds.join(' ') || '-',
    describeOrigin(list.origin, list.knownAt === null ? null : formatTime(list.knownAt)),
    list.maybeIds.join(' ') || '-',
    list.address ?? '-',
    describeQuestion(list.why, list.doubt),
  ])
  return [...formatTable(['product', 'name', 'attribute', 'known', 'from', 'maybe', 'address', 'why'], rows, 100), '', unsettledHint]
}

const readText = async (named: string, stdin: NodeJS.ReadableStream): Promise<string> => {
  if (named !== '-') {
    return decodeText(
      await readFile(named).catch((cause: unknown) => {
        throw new AppError('file-missing', { kind: 'named-list-unreadable', path: named }, { cause, kept: 'nothing-changed' })
      }),
    )
  }
  const pieces: Buffer[] = []
  for await (const piece of stdin) pieces.push(Buffer.from(piece))
  return decodeText(Buffer.concat(pieces))
}

type Sorted = { readonly good: readonly MatchedList[]; readonly bad: readonly BadLine[] }

/** A mistyped word among the ids skips its line. */
const leaveOutUnlike = ({ matched, bad }: ReturnType<typeof matchPastedLists>, known: readonly string[]): Sorted => {
  const judged = matched.map((one) => ({ one, unlike: findUnlikeId(one.plainIds, known) }))
  const unlike = judged.flatMap(({ one, unlike: id }) =>
    id === undefined ? [] : [{ line: one.line, text: one.list.productId ?? '', problem: unlikeLineWords(id) }],
  )
  return {
    good: judged.flatMap(({ one, unlike: id }) => (id === undefined ? [one] : [])),
    bad: [...bad, ...unlike].toSorted((one, other) => one.line - other.line),
  }
}

const settleLists = async (client: Client, text: string) => {
  const waiting = await listUnsettled(client)
  const { good, bad } = leaveOutUnlike(matchPastedLists(text, waiting), await listKnownIds(client))
  const lists = good.map(({ list, current }) => ({ productRef: list.productRef, attribute: list.attribute, current }))
  const { retried, refused } = lists.length === 0 ? { retried: 0, refused: [] } : await client.products.settle({ lists })
  const refusedLists = refused.map(({ productRef, attribute, reason }) => {
    const productId = waiting.find((one) => one.productRef === productRef && one.attribute === attribute)?.productId ?? null
    return { productId, attribute, reason }
  })
  return { settled: lists.length - refused.length, retried, leftOut: bad, refused: refusedLists }
}

const describeSettled = ({ settled, retried, leftOut, refused }: Awaited<ReturnType<typeof settleLists>>): readonly string[] => [
  settledWords(settled, retried),
  ...leftOut.map(({ line, text, problem }) => printable(leftLineWords(line, text, problem))),
  ...refused.map(({ productId, reason }) => printable(`${productId ?? ''}: ${Object.values(describeError(reason)).join(' ')}`)),
]

/** The imported list, page by page. */
const listEntries = async (client: Client): Promise<readonly CatalogueEntry[]> => {
  const entries: CatalogueEntry[] = []
  for (;;) {
    const { total, rows } = await client.catalogue.page({ offset: entries.length, limit: 500 })
    entries.push(...rows)
    if (rows.length === 0 || entries.length >= total) return entries
  }
}

/** What a list says of a product besides what Packshot knows of it. */
type Listed = Product & { readonly inList: Omit<CatalogueEntry, 'ref' | 'productId'> | null }

const toListed = ({ ref, productId, ...inList }: CatalogueEntry, product: Product | undefined): Listed => ({
  ...(product ?? { ref, productId, name: inList.name, connectionId: null, createdByUs: false, lists: [] }),
  inList,
})

const numbersOf = ({ sku, gtin }: Pick<CatalogueEntry, 'sku' | 'gtin'>): string => JSON.stringify([sku, gtin])

/** The numbers in the list of these products, which come before the list's others, by reference. */
const readListedNumbers = async (client: Client, products: readonly Product[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await readAllPages(async (offset) => {
    const limit = Math.min(500, products.length - offset)
    const page = limit > 0 ? await client.products.page({ offset, limit, text: '', listed: true }) : { rows: [] }
    return { total: products.length, rows: page.rows }
  })
  return new Map(
    rows.flatMap(({ ref, listed }) => (listed && (listed.sku ?? listed.gtin) !== null ? [[ref, numbersOf(listed)] as const] : [])),
  )
}

/** The products that Packshot worked with, then the others of the imported list. */
const listAll = async (client: Client): Promise<readonly Listed[]> => {
  const entries = await listEntries(client)
  const byId = new Map(entries.flatMap((one) => (one.productId === null ? [] : [[one.productId, one] as const])))
  const byNumbers = new Map(entries.flatMap((one) => (one.productId === null ? [[numbersOf(one), one] as const] : [])))
  const products = await client.products.list()
  const numbers = await readListedNumbers(client, products)
  const known = products.map((product): Listed => {
    const entry = byId.get(product.productId ?? '') ?? byNumbers.get(numbers.get(product.ref) ?? '')
    return entry ? toListed(entry, product) : { ...product, inList: null }
  })
  const isKnown = new Set(products.map(({ productId }) => productId))
  const isCreated = new Set(numbers.values())
  return [
    ...known,
    ...entries
      .filter((one) => (one.productId === null ? !isCreated.has(numbersOf(one)) : !isKnown.has(one.productId)))
      .map((one) => toListed(one, undefined)),
  ]
}

/** Those that a text finds, the closest first; an empty one finds all. */
const listFound = async (client: Client, text: string): Promise<readonly Listed[]> => {
  const all = await listAll(client)
  if (text.trim() === '') return all
  const found = await readAllPages((offset) => client.products.page({ offset, limit: 500, text, listed: true }))
  const byRef = new Map(all.map((one) => [one.ref, one]))
  return found.flatMap(({ ref }) => byRef.get(ref) ?? [])
}

const describeProducts = (products: readonly Listed[]): readonly string[] => {
  const hasList = products.some(({ inList }) => inList !== null)
  const rows = products.flatMap(({ productId, name, createdByUs, lists, inList }) =>
    (lists.length > 0 ? lists : [null]).map((list) => [
      productId ?? (createdByUs ? '(not created yet)' : '-'),
      inList?.name ?? name ?? '',
      ...(hasList ? [inList?.sku ?? '', inList?.gtin == null ? '' : showGtin(inList.gtin)] : []),
      list?.attribute ?? '',
      String(list?.sourceIds?.length ?? 0),
      list === null && !createdByUs ? 'in the list' : list?.confirmedAt == null ? 'not confirmed' : formatTime(list.confirmedAt),
    ]),
  )
  return formatTable(['product', 'name', ...(hasList ? ['sku', 'gtin'] : []), 'attribute', 'pictures', 'confirmed'], rows)
}

/** Known products, the imported list, and the lists of pictures that only a person can settle. */
export const addProductCommands = (program: Command, context: CommandContext): void => {
  const { ports, withCore, output } = context
  const products = program
    .command('products')
    .description('known products with their attached pictures, and those of the imported list')
    .option(
      '--search <text>',
      'only those with these words in the name, SKU, GTIN, ID, or any column of the imported list; the closest first',
      '',
    )
    .option('--unsettled', 'only lists that work waits for, because Packshot doesn’t know what they hold now')
    .action((options: { readonly unsettled?: boolean; readonly search: string }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        if (options.unsettled) {
          const lists = await listUnsettled(client)
          output().result(lists, () => describeUnsettled(lists))
          return exitCodes.done
        }
        const known = await listFound(client, options.search)
        output().result(known, () => describeProducts(known))
        return exitCodes.done
      }),
    )
  addImportCommand(products, context)
  addFollowCommands(products, context)
  addEditCommands(products, context)
  products
    .command('settle')
    .description('say what products have now, so that work on them continues')
    .argument(
      '<file>',
      'a line for each: PRODUCT;ID,ID, or none, known, appends in place of the ids (PRODUCT: its id or SKU); “-” reads standard input',
    )
    .addHelpText(
      'after',
      '\nSeparate the columns by tabs, semicolons or commas. “removed:ID” says that a known picture is gone, “ids:ID” that an odd word is an ID.' +
        '\nA first line “product;attribute;sources” adds a column for the attribute.',
    )
    .action((file: string) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const result = await settleLists(client, await readText(file, ports.stdin))
        output().result(result, () => describeSettled(result))
        if (result.leftOut.length > 0) return exitCodes.failed
        return result.refused.length > 0 ? exitCodes.personNeeded : exitCodes.done
      }),
    )
}
