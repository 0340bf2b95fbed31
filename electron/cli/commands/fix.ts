import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { describeFixPlan } from '../../../shared/checks/fix-plans-words.ts'
import { joinWishes, wishesOfRules } from '../../../shared/checks/fix-wishes.ts'
import { toMeasureWords } from '../../../shared/command/command-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findPictures } from '../find-pictures.ts'
import type { OpenCore } from '../with-core.ts'
import { findProfiles } from './check.ts'

type Options = { readonly profile?: string[]; readonly dryRun: boolean; readonly takeBack: boolean }

const readIds = async (open: OpenCore, named: readonly string[]): Promise<string[]> =>
  named.length === 0 ? (await open.client.pictures.list()).map(({ id }) => id) : findPictures(open, named)

/** What the rules of these profiles ask for; without names, of those in use. */
const readWishes = async (open: OpenCore, named: readonly string[] | undefined) => {
  const profiles = named ? await findProfiles(open, named) : (await open.client.checks.profiles()).filter(({ isUsed }) => isUsed)
  if (profiles.length === 0) throw new AppError('usage', { kind: 'no-profile-used' }, { kept: 'nothing-changed' })
  return joinWishes(profiles.flatMap((one) => wishesOfRules(one)))
}

/** Fixes of pictures' sent files, for the rules of requirement profiles: shows, chooses and takes them back. */
export const addFixCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('fix')
    .description('fix what is safe for shops in the files that are sent; originals stay; ends with 3 if a picture can’t be fixed')
    .argument('[picture...]', 'IDs or file names; without any: all')
    .option('--profile <name...>', 'for the rules of these profiles (default: those in use)')
    .option('--dry-run', 'show what would be done, without doing it', false)
    .option('--take-back', 'take all fixes of these pictures back', false)
    .action((named: string[], { profile, dryRun, takeBack }: Options) => {
      const chosen = [...(takeBack ? ['--take-back'] : []), ...(dryRun ? ['--dry-run'] : []), ...(profile ? ['--profile'] : [])]
      if (takeBack && chosen.length > 1)
        throw new AppError('usage', { kind: 'options-exclusive', options: chosen }, { kept: 'nothing-changed' })
      return withCore({ access: dryRun ? 'read' : 'write' }, async (open) => {
        const { checks } = open.client
        const imageIds = await readIds(open, named)
        if (takeBack) {
          const taken = await checks.unfix({ imageIds })
          output().result(taken, () => [`Fixes of ${countOf(taken.unfixed, 'picture')} taken back.`])
          return exitCodes.done
        }
        const wishes = [...(await readWishes(open, profile))]
        if (wishes.length === 0) {
          output().result({ pictures: 0 }, () => ['No rule of these profiles can be fixed.'])
          return exitCodes.done
        }
        const { pictures, done, cannot, asTheyAre, uploaded } = await (dryRun ? checks.planFix : checks.fix)({ imageIds, wishes })
        const plan = { pictures, done, cannot, asTheyAre, uploaded }
        output().result(plan, () => [
          ...describeFixPlan(plan),
          ...(cannot.some(({ why }) => why === 'not-measured') ? [toMeasureWords(profile)] : []),
          ...(uploaded > 0 && !dryRun ? ['To replace them in their products: “packshot send-again”.'] : []),
        ])
        return cannot.length > 0 ? exitCodes.personNeeded : exitCodes.done
      })
    })
}
