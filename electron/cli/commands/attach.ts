import type { Command } from 'commander'
import { AppError } from '../../../shared/errors.ts'
import { defaultAttribute } from '../../../shared/products.ts'
import { countOf } from '../../../shared/words/numbers.ts'
import { describeAttachNote } from '../../../shared/words/product-lists.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import { readCurrentWith } from '../read-current.ts'
import { type ImageOptions, readChosenImages } from './ask.ts'

type AttachOptions = ImageOptions & {
  readonly product?: string
  readonly new?: string
  readonly attribute: string
  readonly current?: string
  readonly removed?: string
  readonly serviceAppends?: boolean
  readonly again: boolean
}

export const addAttachCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('attach')
    .description('attach pictures to a product; uploads missing ones first')
    .option('--product <id>', 'the id of a product that exists')
    .option('--new <name>', 'create a product of this name')
    .option('--attribute <name>', 'the attribute that holds the pictures', defaultAttribute)
    .option('--image <id...>', 'ids or file names, in this order (default: all pictures)')
    .option('--all', 'all pictures, in the order they were added')
    .option('--current <none|known|ID,…>', 'what the attribute holds now, since its whole list is replaced (ids:ID,… for unusual ids)')
    .option('--removed <ID,…>', 'with --current: source ids that Packshot knew of and that were removed in the workspace')
    .option('--service-appends', 'this service adds to the list instead of replacing it')
    .option('--again', 'create another product although one of that name was created before', false)
    .action((options: AttachOptions) =>
      withCore({ access: 'write' }, async ({ client }) => {
        if ((options.product === undefined) === (options.new === undefined))
          throw new AppError('usage', { kind: 'product-not-named' }, { kept: 'nothing-queued' })
        const product =
          options.product === undefined
            ? { kind: 'new' as const, name: options.new ?? '' }
            : { kind: 'id' as const, productId: options.product }
        const result = await client.products.attach({
          images: readChosenImages(options),
          product,
          attribute: options.attribute,
          current: await readCurrentWith(client, options, 'nothing-queued'),
          again: options.again,
        })
        const notes = result.notes.map(describeAttachNote)
        output().result({ ...result, notes }, () => [
          result.jobId === null
            ? 'Nothing new to attach.'
            : `${countOf(result.pictures, 'picture')} queued for “${printable(options.attribute)}” of ${printable(options.product ?? options.new ?? '')}.`,
          ...notes.map(printable),
        ])
        return exitCodes.done
      }),
    )
}
