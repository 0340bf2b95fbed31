import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { AppError } from '../../../shared/errors.ts'
import { type BadLine, type MatchedList, matchPastedLists } from '../../../shared/pasted-lists.ts'
import type { UnsettledList } from '../../../shared/products.ts'
import { findUnlikeId } from '../../../shared/source-ids.ts'
import { describeError } from '../../../shared/words/errors/describe-error.ts'
import { leftLineWords, noneUnsettled, settledWords, unlikeLineWords, unsettledHint } from '../../../shared/words/list-commands.ts'
import { describeOrigin, describeQuestion } from '../../../shared/words/product-lists.ts'
import { decodeText } from '../../core/workspaces/decode-text.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { listKnownIds } from '../read-current.ts'
import type { OpenCore } from '../with-core.ts'

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
    list.productId ?? list.productName ?? '',
    list.attribute,
    list.sourceIds.join(' ') || '-',
    describeOrigin(list.origin, list.knownAt === null ? null : formatTime(list.knownAt)),
    list.maybeIds.join(' ') || '-',
    list.address ?? '-',
    describeQuestion(list.why, list.doubt),
  ])
  return [...formatTable(['product', 'attribute', 'known', 'from', 'maybe', 'address', 'why'], rows, 100), '', unsettledHint]
}

const readText = async (named: string, stdin: NodeJS.ReadableStream): Promise<string> => {
  if (named !== '-') {
    return decodeText(
      await readFile(named).catch((cause: unknown) => {
        throw new AppError('file-missing', { kind: 'named-list-unreadable', path: named }, { cause, kept: 'nothing-changed' })
      }),
    )
  }
  let text = ''
  stdin.setEncoding('utf8')
  for await (const piece of stdin) text += piece
  return text
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

/** Known products, and the lists that only a person can settle. */
export const addProductCommands = (program: Command, { ports, withCore, output }: CommandContext): void => {
  const products = program
    .command('products')
    .description('known products and their attached pictures')
    .option('--unsettled', 'only lists that work waits for, because Packshot doesn’t know what they hold now')
    .action((options: { readonly unsettled?: boolean }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        if (options.unsettled) {
          const lists = await listUnsettled(client)
          output().result(lists, () => describeUnsettled(lists))
          return exitCodes.done
        }
        const known = await client.products.list()
        output().result(known, () =>
          formatTable(
            ['product', 'name', 'attribute', 'pictures', 'confirmed'],
            known.flatMap((one) => {
              const lists = one.lists.length > 0 ? one.lists : [{ attribute: '', sourceIds: [], imageIds: [], confirmedAt: null }]
              return lists.map((list) => [
                one.productId ?? '(not created yet)',
                one.name ?? '',
                list.attribute,
                String(list.sourceIds?.length ?? 0),
                list.confirmedAt === null ? 'not confirmed' : formatTime(list.confirmedAt),
              ])
            }),
          ),
        )
        return exitCodes.done
      }),
    )
  products
    .command('settle')
    .description('say what products have now, so that work on them continues')
    .argument('<file>', 'a line for each: PRODUCT;ID,ID, or none, known, appends in place of the ids; “-” reads standard input')
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
