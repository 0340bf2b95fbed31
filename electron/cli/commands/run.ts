import type { Command } from 'commander'
import { AppError } from '../../../shared/errors.ts'
import type { CommandContext } from '../command-context.ts'
import { readFileOrLink, readRates } from '../connection-form.ts'
import type { OpenCore } from '../open-core.ts'
import { printable } from '../output.ts'
import { readSecret } from '../read-secret.ts'
import { describeWaiting, summariseRun } from '../summarise-run.ts'
import { workQueue } from '../work-queue.ts'
import { describeJob } from './describe-job.ts'

/** How a command signs in for itself alone; without any of these, with what the keychain holds. */
export type AccessOptions = {
  readonly connect?: string
  readonly apiKeyStdin?: boolean
  readonly baseUrl?: string
  readonly rate?: string
  readonly browser: boolean
}

type RunOptions = AccessOptions & { readonly timeout?: string }

const shownParked = 20

/** Signs in for this run only: the secrets stay in this process's memory. */
export const signInForRun = async ({ client }: OpenCore, options: AccessOptions, stdin: NodeJS.ReadableStream): Promise<void> => {
  if (options.apiKeyStdin) {
    const baseUrl = options.baseUrl ?? (await client.session.get()).connection?.baseUrl
    if (!baseUrl)
      throw new AppError('usage', 'With --api-key-stdin say --base-url URL, since no workspace was connected before. Nothing was sent.')
    const apiKey = await readSecret(stdin, 'API key')
    await client.session.connect({ kind: 'api-key', baseUrl, apiKey, isUntried: true, ...readRates(options.rate) })
    return
  }
  if (options.connect === undefined) return
  const view = await client.session.connect(options.connect === 'sample' ? { kind: 'sample' } : await readFileOrLink(options.connect))
  if (view.state !== 'signed-in') await client.session.signIn({ openBrowser: options.browser })
}

const readTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds < 0) throw new AppError('usage', '--timeout takes a number of seconds. Nothing was sent.')
  return seconds * 1000
}

export const addRunCommand = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('run')
    .description('work the queue until it is empty or held')
    .option('--timeout <seconds>', 'end after so long, waiting for the network as long as that')
    .option('--connect <file>', 'sign in for this run only, with a connection file, a link, or “sample”')
    .option('--api-key-stdin', 'use an API key from standard input for this run only')
    .option('--base-url <url>', 'with --api-key-stdin: the address of the service')
    .option('--rate <number|none>', 'with --api-key-stdin: how many questions a minute the workspace allows (unknown: starts at 30)')
    .option('--no-browser', 'print the address to open instead of opening a browser')
    .action((options: RunOptions) => {
      if (options.connect !== undefined && options.apiKeyStdin)
        throw new AppError('usage', 'Either --connect or --api-key-stdin, not both. Nothing was sent.')
      const timeoutMs = readTimeout(options.timeout)
      const inMemory = options.connect !== undefined || options.apiKeyStdin === true
      return withCore({ access: 'write', inMemory }, async (open) => {
        await signInForRun(open, options, ports.stdin)
        const stop = new AbortController()
        const interrupt = (): void => stop.abort()
        process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
        await open.core.start()
        const findReasons = async () => describeWaiting(await open.client.jobs.list({ state: 'waiting' }))
        const end = await workQueue(open.core, output(), { timeoutMs, signal: stop.signal, findReasons })
        const { progress } = end
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
        const { lines, code, done } = summariseRun(end, progress.waiting > 0 ? await findReasons() : [])
        const parked = progress.parked > 0 ? await open.client.jobs.list({ state: 'parked' }) : []
        const names = new Map((parked.length > 0 ? await open.client.images.list() : []).map((one) => [one.id, one.name]))
        output().result({ ...progress, done, ended: end.because, parkedJobs: parked }, () => [
          ...lines,
          ...parked.slice(0, shownParked).map((job) => `  ${printable(describeJob(job, names))}`),
          ...(parked.length > shownParked ? [`  … and ${parked.length - shownParked} more`] : []),
        ])
        return code
      })
    })
}
