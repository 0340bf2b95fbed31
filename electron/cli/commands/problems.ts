import { type Command, Option } from 'commander'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { type JobProblem, type JobRemedy, jobRemedy } from '../../../shared/products/problems.ts'
import { describeProblemSubjects, describeProblemTitle, explainRemedy, problemWords } from '../../../shared/products/problems-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'

type Options = { readonly fix?: JobRemedy }

/** “as-new (3 of 4)”. */
const nameRemedies = ({ jobs, remedies }: JobProblem): string =>
  remedies.map(({ remedy, jobs: fitting }) => (fitting < jobs ? `${remedy} (${fitting} of ${jobs})` : remedy)).join(', ')

/** One line for each problem, with what it is about and what can be done for all of its jobs. */
export const problemLines = (problems: readonly JobProblem[]): string[] =>
  formatTable(
    ['problem', 'jobs', 'work', 'reason', '--fix'],
    problems.map((problem) => [
      problem.key,
      String(problem.jobs),
      printable(`${describeProblemTitle(problem)}: ${describeProblemSubjects(problem)}`),
      printable(`${problem.isEach ? '' : 'For example: '}${describeError(problem.reason).message}`),
      nameRemedies(problem),
    ]),
    200,
  )

/** Lists what several jobs need a person for, as one, and applies one remedy to all of them. */
export const addProblemsCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('problems')
    .description('problems that several jobs have in common, one row each; --fix settles all jobs of one')
    .argument('[problem]', 'one of them: the first column')
    .addOption(new Option('--fix <remedy>', 'what to do about all of its jobs').choices([...jobRemedy.options]))
    .action((key: string | undefined, { fix }: Options) => {
      if (fix !== undefined && key === undefined) throw new AppError('usage', { kind: 'problem-not-named' }, { kept: 'nothing-changed' })
      return withCore({ access: fix === undefined ? 'read' : 'write' }, async ({ client }) => {
        if (fix !== undefined && key !== undefined) {
          const { settled, left } = await client.problems.settle({ key, remedy: fix })
          const explained = explainRemedy(fix, settled)
          output().result({ settled, left }, () => [
            `${problemWords.settled(fix, settled)}${fix === 'leave' ? '' : ' (“packshot run” does the work)'}.`,
            ...(explained !== null && settled > 0 ? [explained] : []),
            ...(left > 0 ? [problemWords.left(left)] : []),
          ])
          return left > 0 ? exitCodes.personNeeded : exitCodes.done
        }
        const all = await client.problems.list({})
        const problems = key === undefined ? all : all.filter((one) => one.key === key)
        output().result(problems, () => (problems.length === 0 ? [problemWords.none] : problemLines(problems)))
        return exitCodes.done
      })
    })
}
