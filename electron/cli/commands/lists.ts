import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ActionRow, type ActionStanding, actionStanding } from '../../../shared/activity/actions.ts'
import { actionWords, describeAction, describeCounts, nameStanding } from '../../../shared/activity/actions-words.ts'
import type { Answer } from '../../../shared/answers/questions.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError, type ErrorRecord } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { readAllAnswers } from '../../../shared/base/read-all-pages.ts'
import { inMemoryWords, needYou } from '../../../shared/command/command-words.ts'
import { formatCsv, shownText, type Written } from '../../../shared/exchange/export-answers.ts'
import { isSentFormat } from '../../../shared/pictures/accepted-pictures.ts'
import { describeConversion } from '../../../shared/pictures/picture-formats-words.ts'
import { shownPlace } from '../../../shared/pictures/picture-place.ts'
import { problemWords } from '../../../shared/products/problems-words.ts'
import { type JobState, jobState } from '../../../shared/queue/job-states.ts'
import type { CommandContext } from '../command-context.ts'
import { adviseCommand } from '../command-hints.ts'
import { describeWatchTrouble } from '../describe-watched.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'
import { describeJobWork, describeReason, readNames } from './describe-job.ts'
import { problemLines } from './problems.ts'
import { withWords } from './recovery.ts'

const readActionNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is a number, the first column of “packshot activity”.')
  return Number(text)
}

/** Reads all of them, page by page. An action that moves to another page meanwhile is listed once. */
const listActions = async ({ actions }: OpenCore['client'], text: string, standings: ActionStanding[], withoutProblems: boolean) => {
  const found = new Map<string, ActionRow>()
  for (let offset = 0; ; offset += 500) {
    const { total, rows, isCut } = await actions.page({ offset, limit: 500, text, standings, withoutProblems })
    for (const row of rows) found.set(`${row.action} ${row.connectionId}`, row)
    if (offset + 500 >= total) return { rows: [...found.values()], isCut }
  }
}

const withWritten = (answers: readonly Answer[], written: Written) =>
  answers.map((one) => ({ ...one, written: written.get(one.jobId)?.text ?? null, voice: written.get(one.jobId)?.voiceName ?? null }))

const sayReason = (reason: ErrorRecord): string => printable(`${describeError(reason).message} ${adviseCommand(reason)}`)

/** Commands that only read; they work while another Packshot holds the data folder. */
export const addListCommands = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('status')
    .description('the connection, the queue, and work that needs attention')
    .action(() =>
      withCore({ access: 'read' }, async ({ client, core }) => {
        const session = await client.session.get()
        const recoveries = (await client.recovery.list()).map(withWords)
        const queue = await client.queue.status()
        const { total: pictures } = await client.library.page({
          offset: 0,
          limit: 1,
          sort: { by: 'added', descending: false },
          filter: {},
        })
        const refused = await client.pictures.refused()
        const watched = await client.watching.list()
        const counted = { pictures, refused: refused.length }
        const value = { session, queue, ...counted, watched, progress: core.progress(), recoveries }
        const { counts } = queue
        output().result(value, () => [
          session.connection
            ? `Workspace: ${session.connection.name} (${session.connection.baseUrl}), ${session.state}`
            : 'Workspace: none connected',
          ...(session.reason ? [`  ${sayReason(session.reason)}`] : []),
          ...(session.storageReason ? [inMemoryWords(describeError(session.storageReason).message)] : []),
          `Pictures: ${pictures}${refused.length > 0 ? ` (${countOf(refused.length, 'file')} refused)` : ''}`,
          ...watched.flatMap((folder) => describeWatchTrouble(folder)),
          `Queue: ${counts.done} done, ${counts.waiting + counts.running} to do, ${needYou(counts.parked)}${counts.parked > 0 ? ' (see “packshot jobs --state parked”)' : ''}`,
        ])
        return exitCodes.done
      }),
    )

  program
    .command('images')
    .description('the pictures in the library')
    .option('--refused', 'the files that were refused, with their reasons')
    .action((options: { refused?: boolean }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        if (options.refused) {
          const refused = await client.pictures.refused()
          output().result(refused, () =>
            formatTable(
              ['file', 'reason', 'what to do'],
              refused.map(({ name, problem }) => [name, ...Object.values(describeError(problem))]),
              200,
            ),
          )
          return exitCodes.done
        }
        const images = await client.pictures.list()
        output().result(images, () =>
          formatTable(
            ['id', 'picture', 'format', 'pixels', 'bytes', 'upload', 'answers', 'sent'],
            images.map((one) => [
              one.id,
              shownPlace(one),
              one.format,
              `${one.width}×${one.height}`,
              String(one.bytes),
              one.sourceId ?? one.upload ?? '',
              `${one.answers}/${one.questions}`,
              isSentFormat(one.format) ? '' : describeConversion(one.format, one.reading),
            ]),
          ),
        )
        return exitCodes.done
      }),
    )

  program
    .command('activity')
    .description('your requests, one row each: uploads of one drop, a question, attachments')
    .addOption(new Option('--standing <standing>', 'only these: needing attention, open, or over').choices([...actionStanding.options]))
    .option('--search <text>', 'words in its question, product or picture names')
    .action((options: { standing?: ActionStanding; search?: string }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        const text = options.search ?? ''
        const standings = options.standing ? [options.standing] : []
        // As the window does: what several actions need a person for is one row. Programs get every action.
        const isMerged = !output().json && text.trim() === '' && (options.standing ?? 'attention') === 'attention'
        const problems = isMerged ? await client.problems.list({ across: true }) : []
        const { rows, isCut } = await listActions(client, text, standings, isMerged)
        output().result(rows, () => [
          ...(problems.length > 0 ? [...problemLines(problems), problemWords.fixHint, ''] : []),
          ...formatTable(
            ['action', 'state', 'work', 'done', 'reason'],
            rows.map((row) => [
              String(row.action),
              nameStanding(row),
              describeAction(row),
              describeCounts(row),
              row.problem ? sayReason(row.problem.reason) : '',
            ]),
            200,
          ),
          ...(isCut ? ['', actionWords.isCut] : []),
        ])
        return exitCodes.done
      }),
    )

  program
    .command('jobs')
    .description('every job with its state, attempts and reason')
    .option('--action <number>', 'only those of one row of “packshot activity”', readActionNumber)
    .addOption(new Option('--state <state>', 'only these').choices([...jobState.options]))
    .action((options: { state?: JobState; action?: number }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        const jobs = await client.jobs.list(options)
        const { action } = options
        if (action !== undefined && jobs.length === 0 && (await client.actions.find({ action })) === null)
          throw new AppError('usage', { kind: 'action-unknown', action })
        const names = await readNames(client)
        output().result(jobs, () =>
          formatTable(
            ['job', 'state', 'tries', 'work', 'reason'],
            jobs.map((job) => [job.id, job.status.state, String(job.attempts), describeJobWork(job, names), describeReason(job)]),
            200,
          ),
        )
        return exitCodes.done
      }),
    )

  program
    .command('answers')
    .description('all answers')
    .addOption(new Option('--format <format>', 'as a file for other programs').choices(['csv', 'json']))
    .action((options: { format?: 'csv' | 'json' }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        const { answers, written } = await readAllAnswers(() => client.questions.answers())
        const all = withWritten(answers, written)
        const columns = ['picture', 'question', 'answer', ...(written.size > 0 ? ['written', 'voice'] : [])]
        if (options.format === 'csv') output().raw(formatCsv(answers, written))
        else if (options.format === 'json') output().raw(`${JSON.stringify(all, null, 2)}\n`)
        else
          output().result(all, () =>
            formatTable(
              columns,
              all.map((one) =>
                [
                  one.imageName,
                  one.question,
                  `${shownText(one)}${one.isAboutEarlier ? ' (about an earlier file)' : ''}`,
                  one.written ?? '',
                  one.voice ?? '',
                ].slice(0, columns.length),
              ),
              100,
            ),
          )
        return exitCodes.done
      }),
    )
}
