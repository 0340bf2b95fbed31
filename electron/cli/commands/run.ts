import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { failedPlanWords, isAddressRightWords, mergeLeftWords } from '../../../shared/command/command-words.ts'
import { type AccessOptions, checkAccessOptions, endInput, giveAccessBack, signInForRun } from '../access-for-run.ts'
import type { CommandContext } from '../command-context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { describeRepeats, listRepeatsOf } from '../list-repeats.ts'
import { type Output, printable } from '../output.ts'
import { longestWait, type RunDeadline, startDeadline, timedOutFor } from '../run-deadline.ts'
import { endStopped, listenForStop } from '../stop-at-ctrl-c.ts'
import { describeWaiting, summariseRun } from '../summarise-run.ts'
import type { OpenCore } from '../with-core.ts'
import { workUntilDone } from '../work-until-done.ts'
import { describeJob, readNames } from './describe-job.ts'

type RunOptions = AccessOptions & { readonly timeout?: string }

const shownParked = 20

const readTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds < 0) throw new AppError('usage', { kind: 'timeout-unreadable' }, { kept: 'nothing-sent' })
  return seconds * 1000
}

/** Waits for this, but no longer than until the timeout or Ctrl-C. */
const endingEarly = async (work: Promise<unknown>, leftMs: number | undefined, signal: AbortSignal): Promise<void> => {
  const over = new AbortController()
  const stops = AbortSignal.any([signal, over.signal])
  const early = sleep(Math.min(leftMs ?? longestWait, longestWait), undefined, { signal: stops }).catch(() => undefined)
  try {
    await Promise.race([work, early])
  } finally {
    over.abort()
  }
}

/** Works the queue until it is empty or held, and prints how that ended. The core has been started. */
export const workAndSummarise = async (open: OpenCore, output: Output, { leftMs }: RunDeadline, signal: AbortSignal): Promise<ExitCode> => {
  const { core, client } = open
  // A merge that was interrupted continues with each start; one that ends at once would never complete it.
  let isMerging = true
  const merge = core.mergeSettled().finally(() => {
    isMerging = false
  })
  await endingEarly(merge, leftMs(), signal)
  // What a kill left of a plan is queued first: it may be all there is.
  for (const { planId, ahead } of await client.plans.unfinished()) if (ahead > 0) await client.plans.settled({ planId })
  const findReasons = async () => describeWaiting(await client.jobs.list({ state: 'waiting' }))
  const end = await workUntilDone(core, output, { timeoutMs: leftMs(), signal, findReasons })
  const { progress } = end
  const { lines, code, done } = summariseRun(end, progress.waiting > 0 ? await findReasons() : [])
  const repeats = await listRepeatsOf(open)
  const { connection } = await client.session.get()
  const { counts } = await client.queue.status()
  const isStrange = progress.parked > 0 || progress.holds.some(({ kind }) => kind === 'offline' || kind === 'failing')
  const mayBeMistyped = connection?.isUntried === true && counts.done === 0 && isStrange
  const parked = progress.parked > 0 ? await client.jobs.list({ state: 'parked' }) : []
  const names = parked.length > 0 ? await readNames(client) : new Map<string, string>()
  const failedPlans = (await client.plans.unfinished()).filter(({ failed }) => failed > 0)
  output.result({ ...progress, done, ended: end.because, repeats, parkedJobs: parked, failedPlans, merging: isMerging }, () => [
    ...lines,
    ...(isMerging ? [mergeLeftWords] : []),
    ...failedPlans.map(failedPlanWords),
    ...describeRepeats(repeats),
    ...parked.slice(0, shownParked).map((job) => `  ${printable(describeJob(job, names))}`),
    ...(parked.length > shownParked ? [`  … and ${parked.length - shownParked} more`] : []),
    ...(mayBeMistyped ? [isAddressRightWords(connection.baseUrl)] : []),
  ])
  const needsNobody = code === exitCodes.done || code === exitCodes.workLeft
  if (needsNobody && failedPlans.length > 0) return exitCodes.personNeeded
  return isMerging && code === exitCodes.done ? exitCodes.workLeft : code
}

export const addRunCommand = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('run')
    .description('work the queue until it is empty or has to wait')
    .option('--timeout <seconds>', 'stop after this many seconds, including the sign-in and time spent offline')
    .option('--allow-weaker', 'with --connect: use a link although it turns protections off, which are listed')
    .option('--connect <file>', 'sign in for this run only, with a connection file, a link, “sample”, or - for standard input')
    .option('--api-key-stdin', 'use an API key from standard input for this run only')
    .option('--base-url <url>', 'with --api-key-stdin: the address of the service')
    .option('--instead-of <url>', 'with --base-url: a mistyped address; the work that waits for it is sent to --base-url')
    .option('--rate <number|none>', 'with --api-key-stdin: how many questions a minute the workspace allows (unknown: starts at 30)')
    .option('--no-browser', 'print the address to open instead of opening a browser')
    .action((options: RunOptions) => {
      checkAccessOptions(options)
      const deadline = startDeadline(readTimeout(options.timeout))
      const inMemory = options.connect !== undefined || options.apiKeyStdin === true
      return withCore({ access: 'write', inMemory, listsRepeats: true }, async (open) => {
        const { signal, end } = listenForStop()
        const cancelSignIn = async (): Promise<void> => void (await open.client.session.cancelSignIn().catch(() => undefined))
        signal.addEventListener('abort', cancelSignIn, { once: true })
        try {
          await signInForRun(open, options, ports.stdin, deadline, output())
          signal.removeEventListener('abort', cancelSignIn)
          // Reads the credentials, if nothing has.
          await deadline.within('keychain', open.client.session.get())
          await open.core.start()
          const code = await workAndSummarise(open, output(), deadline, signal)
          // A run without work would end before that.
          await deadline.within('revocation', open.core.revocationsTried()).catch(() => {})
          return code
        } catch (error) {
          const waitedFor = timedOutFor(error)
          // Access that comes at the last moment is given back, too.
          if (waitedFor === 'sign-in') await cancelSignIn()
          if (waitedFor === 'input') endInput(ports.stdin)
          const code = endStopped(error, signal, output())
          if (code === null) throw error
          return code
        } finally {
          await giveAccessBack(open, options, deadline, output())
          end()
        }
      })
    })
}
