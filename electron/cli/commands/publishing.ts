import { type Command, InvalidArgumentError } from 'commander'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { PublishingView } from '../../../shared/pictures/publishing.ts'
import { bucketCommands } from '../../../shared/pictures/publishing-error-words.ts'
import { bucketNotes, describeTrialEnd } from '../../../shared/pictures/publishing-words.ts'
import type { BucketKeys, BucketSettings, Publishing } from '../../../shared/workspaces/publishing-settings.ts'
import type { CommandContext } from '../command-context.ts'
import { readPublishing } from '../connection-form.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import { readSecret } from '../read-secret.ts'
import type { OpenCore } from '../with-core.ts'

type Options = {
  readonly folder?: string
  readonly endpoint?: string
  readonly bucket?: string
  readonly region?: string
  readonly prefix?: string
  readonly hostStyle?: boolean
  readonly lifetime?: number
  readonly keep?: boolean
  readonly remove?: boolean
  readonly accessKey?: string
  readonly secretKeyStdin?: boolean
  readonly test?: boolean
}

const readMinutes = (text: string): number => {
  const minutes = Number(text)
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 10_080) throw new InvalidArgumentError('It takes 1 to 10080 minutes.')
  return minutes
}

/** The current bucket with the given changes; a new one needs endpoint and name. */
const readBucket = (options: Options, before: Publishing): BucketSettings => {
  const known = before.kind === 's3' ? before : undefined
  const endpoint = options.endpoint ?? known?.endpoint
  const bucket = options.bucket ?? known?.bucket
  if (endpoint === undefined || bucket === undefined) throw new AppError('usage', { kind: 'bucket-not-named' }, { kept: 'nothing-changed' })
  return {
    kind: 's3',
    endpoint,
    bucket,
    region: options.region ?? known?.region ?? 'us-east-1',
    prefix: options.prefix ?? known?.prefix ?? 'packshot/',
    pathStyle: options.hostStyle === undefined ? (known?.pathStyle ?? true) : !options.hostStyle,
    lifetimeSeconds: options.lifetime === undefined ? (known?.lifetimeSeconds ?? 3_600) : options.lifetime * 60,
    removeWhenAnswered: options.keep ? false : options.remove ? true : (known?.removeWhenAnswered ?? true),
  }
}

const readKeys = async ({ accessKey, secretKeyStdin }: Options, stdin: NodeJS.ReadableStream): Promise<BucketKeys | undefined> => {
  if (accessKey === undefined && !secretKeyStdin) return undefined
  if (accessKey === undefined || !secretKeyStdin)
    throw new AppError(
      'usage',
      { kind: 'options-belong-together', options: ['--access-key ID', '--secret-key-stdin'], or: null },
      { kept: 'nothing-changed' },
    )
  return { accessKeyId: accessKey, secretAccessKey: await readSecret(stdin, 'access-key-secret') }
}

const describeWay = (view: PublishingView): string[] => {
  const { publishing, hasKeys, storage, data, left } = view
  switch (publishing.kind) {
    case 'origin':
      return ['Only pictures that came from the web have an address.', ...describeTrial(data)]
    case 'data':
      return ['Pictures go inside the questions.', ...describeTrial(data)]
    case 'base-url':
      return [
        `Pictures are fetched from ${printable(publishing.baseUrl)}${publishing.folder === undefined ? '' : ` (which holds ${printable(publishing.folder)})`}.`,
      ]
    case 's3':
      return [
        `Pictures go into the bucket ${printable(publishing.bucket)} at ${printable(publishing.endpoint)} (region ${publishing.region}, ${publishing.prefix === '' ? 'no prefix' : `below ${printable(publishing.prefix)}`}).`,
        `Links expire after ${countOf(Math.max(1, Math.round(publishing.lifetimeSeconds / 60)), 'minute')}; answered pictures are ${publishing.removeWhenAnswered ? 'removed' : 'left there'}.`,
        hasKeys
          ? `The access key is kept ${storage === 'keychain' ? 'in the keychain' : 'for this run'}. Replace it with ${bucketCommands.key}.`
          : `The access key is not known here. Enter it with ${bucketCommands.key}.`,
        ...(left.reason === null
          ? []
          : [`${countOf(left.objects, 'picture')} could not be removed: ${printable(describeCause(left.reason))}`]),
      ]
  }
}

const describeTrial = (trial: PublishingView['data']): string[] =>
  trial === null
    ? []
    : [
        `Inside a question, a tiny picture ${trial.works ? 'worked' : 'did not work'} on ${new Date(trial.at).toISOString()}. ${printable(describeTrialEnd(trial, describeCause))}`,
      ]

/** Refuses keys that would be lost with this process. */
const requireKeychain = async ({ client }: OpenCore): Promise<void> => {
  const { storage, storageReason } = await client.session.get()
  if (storage === 'keychain') return
  const failure = { kind: 'secret-not-kept', secret: 'access-key', because: storageReason } as const
  throw new AppError('keychain-unavailable', failure, { kept: 'nothing-changed' })
}

export const addPublishingCommand = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('publishing')
    .description('show or change how the workspace fetches local pictures')
    .argument('[way]', 'origin, bucket, data, try-data (data, if a tiny picture works), or the https address where they can be fetched')
    .option('--folder <path>', 'with an address: the local folder for it, so that subfolders are kept')
    .option('--endpoint <url>', 'with bucket: the storage service, e.g. https://s3.eu-central-1.amazonaws.com')
    .option('--bucket <name>', 'with bucket: its name')
    .option('--region <name>', 'with bucket: its region')
    .option('--prefix <text>', 'with bucket: the start of each object’s key')
    .option('--host-style', 'with bucket: its name is part of the host’s name')
    .option('--no-host-style', 'with bucket: its name is in the path (default)')
    .option('--lifetime <minutes>', 'with bucket: minutes until links expire', readMinutes)
    .option('--keep', 'with bucket: leave answered pictures there')
    .option('--remove', 'with bucket: remove answered pictures (default)')
    .option('--access-key <id>', 'with bucket: the access key')
    .option('--secret-key-stdin', 'with bucket: read the access key’s secret from standard input')
    .option('--test', 'put a tiny picture into the bucket, fetch it by its address and remove it; on failure nothing is changed')
    .action((way: string | undefined, options: Options) =>
      withCore({ access: 'write' }, async (open) => {
        const { client } = open
        const before = await client.publishing.get()
        const lines: string[] = []
        if (way === 'bucket' || (way === undefined && options.test)) {
          const bucket = readBucket(options, before.publishing)
          const keys = await readKeys(options, ports.stdin)
          if (keys) await requireKeychain(open)
          const more = keys ? { keys } : {}
          if (options.test) {
            const { tookMs, notes } = await client.publishing.test({ bucket, ...more })
            lines.push(`The test worked: put, fetched and removed in ${tookMs} ms.`, ...notes.map((one) => bucketNotes[one]))
          }
          if (way === 'bucket') await client.publishing.set({ publishing: bucket, ...more })
        } else if (way === 'try-data') {
          const trial = await client.publishing.tryData()
          if (!trial.works)
            throw new AppError('rejected', { kind: 'pictures-in-questions-refused', end: trial.end }, { kept: 'nothing-changed' })
        } else if (way !== undefined) {
          const publishing = readPublishing(way)
          if (publishing?.kind === 'base-url' && options.folder !== undefined)
            await client.publishing.set({ publishing: { ...publishing, folder: options.folder } })
          else if (publishing) await client.publishing.set({ publishing })
        }
        const view = await client.publishing.get()
        output().result(view, () => [...lines, ...describeWay(view)])
        return exitCodes.done
      }),
    )
}
