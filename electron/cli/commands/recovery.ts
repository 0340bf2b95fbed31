import type { Command } from 'commander'
import type { RecoveryNotice } from '../../../shared/base/recovery.ts'
import { describeRecovery } from '../../../shared/base/recovery-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'

/** A recovery as scripts read it: its facts, and what a person would read. */
export const withWords = (one: RecoveryNotice) => ({ ...one, ...describeRecovery(one) })

/** Prints what was repaired or restored, and may be missing. */
export const addRecoveryCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('recovery')
    .description('what was repaired or restored after damage, and what may be missing')
    .option('--acknowledge', 'mark it as read, so that it is no longer shown')
    .action(({ acknowledge = false }: { acknowledge?: boolean }) =>
      withCore({ access: acknowledge ? 'write' : 'read', isQuiet: true }, async ({ client }) => {
        const recoveries = await client.recovery.list()
        if (acknowledge) await client.recovery.acknowledge()
        output().result(recoveries.map(withWords), () =>
          recoveries.length === 0
            ? ['Nothing was repaired or restored.']
            : recoveries.map((one) => printable(Object.values(describeRecovery(one)).join(' '))),
        )
        return exitCodes.done
      }),
    )
}
