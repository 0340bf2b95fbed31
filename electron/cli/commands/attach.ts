import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { describeAttachNote } from '../../../shared/products/attached-lists-words.ts'
import { callProduct, namesOfRow } from '../../../shared/products/product-names-words.ts'
import { defaultAttribute } from '../../../shared/products/products.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findProductId } from '../find-product-id.ts'
import { printable } from '../output.ts'
import { readCurrentWith } from '../read-current.ts'
import { type ImageOptions, readChosenImages } from './ask.ts'
import { attachMatched, type MatchedOptions } from './attach-matched.ts'

type AttachOptions = ImageOptions &
  Omit<MatchedOptions, 'attribute'> & {
    readonly product?: string
    readonly new?: string
    readonly attribute: string
    readonly current?: string
    readonly removed?: string
    readonly serviceAppends?: boolean
    readonly again: boolean
    readonly matched: boolean
  }

const matchedOnly = ['dryRun', 'validFor', 'unknown', 'list', 'old', 'doubted'] as const
const notMatched = ['product', 'new', 'image', 'all', 'current', 'removed', 'serviceAppends', 'again'] as const

const toOption = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** What a plan says of all products can't be said of one, and the other way round. */
const checkMatched = (options: AttachOptions): void => {
  const isSaid = (name: (typeof matchedOnly)[number] | (typeof notMatched)[number]): boolean =>
    options[name] !== undefined && options[name] !== false
  const others = (options.matched ? notMatched : matchedOnly).filter(isSaid)
  if (others.length === 0) return
  const names = others.map(toOption)
  if (options.matched)
    throw new AppError('usage', { kind: 'options-exclusive', options: ['--matched', ...names] }, { kept: 'nothing-queued' })
  throw new AppError('usage', { kind: 'options-belong-together', options: ['--matched', ...names], or: null }, { kept: 'nothing-queued' })
}

export const addAttachCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('attach')
    .description('attach pictures to a product; uploads missing ones first')
    .option('--product <id>', 'a product that exists: its id, or its SKU or GTIN in the imported list')
    .option('--new <name>', 'create a product of this name')
    .option('--attribute <name>', 'the attribute that holds the pictures', defaultAttribute)
    .option('--image <id...>', 'ids or file names, in this order (default: all pictures)')
    .option('--all', 'all pictures, in the order they were added')
    .option('--current <none|known|ID,…>', 'what the attribute holds now, since its whole list is replaced (ids:ID,… for unusual ids)')
    .option('--removed <ID,…>', 'with --current: source ids that Packshot knew of and that were removed in the workspace')
    .option('--service-appends', 'this service adds to the list instead of replacing it')
    .option('--again', 'create another product although one of that name was created before', false)
    .option('--matched', 'all matched pictures to their products, in one step (“packshot match” finds them)', false)
    .option('--dry-run', 'with --matched: show the plan, without starting it')
    .option('--valid-for <time>', 'with --matched: how long your answers count, such as 12h or 3d (default: 3d; 1h to 7d)')
    .option('--unknown <nothing|skip>', 'with --matched: products whose pictures are unknown: treat them as empty, or skip them')
    .option('--list <use|skip>', 'with --matched: products whose pictures only your list names: use the list, or skip them')
    .option('--old <as-known|skip>', 'with --matched: products whose record may be out of date: use it, or skip them')
    .option('--doubted <as-known|skip>', 'with --matched: products whose record is in doubt: use it, or skip them')
    .action((options: AttachOptions) => {
      checkMatched(options)
      if (options.matched) return withCore({ access: options.dryRun ? 'read' : 'write' }, (open) => attachMatched(open, output(), options))
      return withCore({ access: 'write' }, async ({ client }) => {
        if ((options.product === undefined) === (options.new === undefined))
          throw new AppError('usage', { kind: 'product-not-named' }, { kept: 'nothing-queued' })
        const product =
          options.product === undefined
            ? { kind: 'new' as const, name: options.new ?? '' }
            : { kind: 'id' as const, productId: await findProductId(client, options.product, 'nothing-queued') }
        const result = await client.products.attach({
          images: readChosenImages(options),
          product,
          attribute: options.attribute,
          current: await readCurrentWith(client, options, 'nothing-queued'),
          again: options.again,
        })
        const notes = result.notes.map(describeAttachNote)
        const named = await client.products.find({ by: 'ref', ref: result.productRef })
        const called = named ? callProduct(namesOfRow(named)) : (options.product ?? options.new ?? '')
        output().result({ ...result, notes }, () => [
          result.jobId === null
            ? 'Nothing new to attach.'
            : `${countOf(result.pictures, 'picture')} queued for “${printable(options.attribute)}” of ${printable(called)}.`,
          ...notes.map(printable),
        ])
        return exitCodes.done
      })
    })
}
