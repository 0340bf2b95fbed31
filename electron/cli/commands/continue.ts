import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'

/** Lets the next questions go after “Stop after” was reached. */
export const addContinueCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('continue')
    .description('continue after the workspace’s “Stop after” was reached, for as many requests again')
    .action(() =>
      withCore({ access: 'write' }, async ({ client }) => {
        const status = await client.queue.goOn()
        output().result(status, () => ['The next questions can be sent (“packshot run” does the work).'])
        return exitCodes.done
      }),
    )
}
