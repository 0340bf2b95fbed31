import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { largestSetFile } from '../../../shared/answers/question-set-file.ts'
import { sameName } from '../../../shared/answers/question-set-problems.ts'
import type { QuestionSet } from '../../../shared/answers/question-sets.ts'
import { describeImportedSets } from '../../../shared/answers/question-sets-words.ts'
import { decodeText } from '../../../shared/base/decode-text.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'

/** The set of this name. Errors: `usage`. */
export const findSetByName = async ({ client }: OpenCore, name: string): Promise<QuestionSet> => {
  const sets = await client.questionSets.list()
  const found = sets.find((one) => sameName(one.name, name)) ?? sets.find(({ id }) => id === name)
  if (found) return found
  const names = sets.map((one) => one.name)
  throw new AppError('usage', { kind: 'set-not-named-so', name, names }, { kept: 'nothing-changed' })
}

const readSetFile = async (path: string): Promise<string> => {
  const name = basename(path)
  try {
    const { size } = await stat(path)
    // A character has at most four bytes.
    if (size > largestSetFile * 4)
      throw new AppError('usage', { kind: 'set-file-over-size', limit: largestSetFile }, { kept: 'nothing-changed' })
    return decodeText(await readFile(path))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('file-unreadable', { kind: 'set-file-unreadable', name }, { kept: 'nothing-changed', cause: error })
  }
}

const describeSet = ({ name, questions, runsOnDrop }: QuestionSet): readonly string[] => [
  printable(`${name}  (${countOf(questions.length, 'question')}${runsOnDrop ? ', asked about each dropped picture' : ''})`),
  ...questions.map(({ column, question }) => printable(`  ${column}: ${question.replaceAll(/\s+/g, ' ')}`)),
]

const addListCommand = (sets: Command, { withCore, output }: CommandContext): void => {
  sets
    .command('list', { isDefault: true })
    .description('the question sets, with their columns and questions')
    .action(() =>
      withCore({ access: 'read' }, async ({ client }) => {
        const all = await client.questionSets.list()
        output().result(all, () =>
          all.length === 0 ? ['There are no question sets. “packshot sets import FILE” brings some.'] : all.flatMap(describeSet),
        )
        return exitCodes.done
      }),
    )
}

const addImportCommand = (sets: Command, { withCore, output }: CommandContext): void => {
  sets
    .command('import')
    .description('import the question sets of a file; where you have a set of the same name, yours stays unless you add --replace')
    .argument('<file>', 'a .packshot-questions file')
    .option('--replace', 'replace your sets of the same names', false)
    .action((file: string, { replace }: { readonly replace: boolean }) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const text = await readSetFile(file)
        const names = replace ? (await client.questionSets.read({ text })).map(({ name }) => name) : []
        const imported = await client.questionSets.import({ text, replace: names })
        output().result(imported, () => [
          printable(describeImportedSets(imported)),
          ...(imported.left.length > 0 ? ['To replace them: “packshot sets import FILE --replace”.'] : []),
        ])
        return imported.left.length > 0 ? exitCodes.personNeeded : exitCodes.done
      }),
    )
}

const addExportCommand = (sets: Command, { withCore, ports }: CommandContext): void => {
  sets
    .command('export')
    .description('print question sets as the text of a file: packshot sets export > team.packshot-questions')
    .option('--set <name...>', 'only these (default: all)')
    .action((options: { readonly set?: string[] }) =>
      withCore({ access: 'read' }, async (open) => {
        const ids: string[] = []
        for (const name of options.set ?? []) ids.push((await findSetByName(open, name)).id)
        ports.stdout((await open.client.questionSets.export({ ids })).text)
        return exitCodes.done
      }),
    )
}

const addRemoveCommand = (sets: Command, { withCore, output }: CommandContext): void => {
  sets
    .command('remove')
    .description('remove a question set; the answers to its questions stay')
    .argument('<name>', 'a name or ID')
    .action((name: string) =>
      withCore({ access: 'write' }, async (open) => {
        const { id } = await findSetByName(open, name)
        const removed = await open.client.questionSets.remove({ id })
        output().result(removed, () => [printable(`“${removed.set.name}” was removed. The answers to its questions stay.`)])
        return exitCodes.done
      }),
    )
}

/** Question sets: listed, imported, exported, removed. */
export const addSetsCommands = (program: Command, context: CommandContext): void => {
  const sets = program.command('sets').description('question sets: lists of questions to ask together')
  addListCommand(sets, context)
  addImportCommand(sets, context)
  addExportCommand(sets, context)
  addRemoveCommand(sets, context)
}
