import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { systemFiles } from '../core/base/platform/system-files.ts'
import { tryEndpoint } from './analysis/vision/try-endpoint.ts'
import { readVisionEndpoint, type VisionEndpoint } from './analysis/vision/vision-endpoint.ts'
import { nameFault } from './names.ts'
import { startWorkspace } from './start-workspace.ts'

/**
 * The entry: `sample-workspace --data-dir D [--port P] [--name NAME] [--print-api-key] [--exit-with-parent]`, and for questions that pixels
 * and print do not answer `--vision-url U --vision-model M [--vision-long-edge N] [--vision-timeout SECONDS]`; `--try-vision` asks it about
 * a tiny picture, prints the result as a line of JSON, and ends. The key comes in the variable
 * PACKSHOT_VISION_KEY: never as an argument, which others could see, and it is kept in memory only.
 * PACKSHOT_REDIRECT_PORTS=P,P: loopback ports for sign-ins in place of the usual ones, where those are taken; used when the client is made.
 * One line of JSON on stdout
 * when it is ready, everything else on stderr; exit 0 after SIGTERM or SIGINT, or when its starter's channel closes; 1 when it cannot start.
 */
const usage =
  'Usage: sample-workspace --data-dir D [--port P] [--name NAME] [--print-api-key] [--exit-with-parent] [--vision-url U --vision-model M]'

const readSeconds = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > 3600) throw new Error('--vision-timeout is a number of seconds from 1 to 3600.')
  return seconds * 1000
}

const readRedirectUris = (ports: string | undefined): readonly string[] | undefined => {
  if (!ports) return undefined
  if (!/^\d{1,5}(,\d{1,5})?$/.test(ports)) throw new Error('PACKSHOT_REDIRECT_PORTS is one port or two, with a comma between.')
  return [...ports.split(',').map((port) => `http://127.0.0.1:${port}/callback`), 'packshot://oauth/callback']
}

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string', default: '0' },
      name: { type: 'string' },
      'print-api-key': { type: 'boolean', default: false },
      'exit-with-parent': { type: 'boolean', default: false },
      'vision-url': { type: 'string' },
      'vision-model': { type: 'string' },
      'vision-long-edge': { type: 'string' },
      'vision-timeout': { type: 'string' },
      'try-vision': { type: 'boolean', default: false },
    },
  })
  const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!values['data-dir'] && !values['try-vision']) throw new Error(usage)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port is a number from 0 to 65535.')
  const wrongName = values.name === undefined ? undefined : nameFault(values.name, 200)
  if (wrongName !== undefined) throw new Error(`--name ${wrongName}.`)
  return {
    dataDir: values['data-dir'] ?? '',
    port,
    name: values.name,
    redirectUris: readRedirectUris(process.env.PACKSHOT_REDIRECT_PORTS),
    printApiKey: values['print-api-key'],
    exitWithParent: values['exit-with-parent'],
    visionOptions: {
      url: values['vision-url'],
      model: values['vision-model'],
      longEdge: values['vision-long-edge'],
      timeoutMs: readSeconds(values['vision-timeout']),
    },
    tryVision: values['try-vision'],
  }
}

/** Pictures are hostile: only the decoders of the kinds that are accepted, and no memory of files. */
const restrictDecoders = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((kind) => [`VipsForeignLoad${kind}Buffer`])
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
}

/** Removes the key from the environment, which threads and children would inherit. */
const takeVisionKey = (): string | undefined => {
  const { PACKSHOT_VISION_KEY: key } = process.env
  delete process.env.PACKSHOT_VISION_KEY
  return key
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** Asks the endpoint about a tiny picture and prints the result. The caller ends this process; otherwise it ends by itself. */
const tryVision = async (vision: VisionEndpoint | undefined): Promise<void> => {
  process.stdout.write(`${JSON.stringify(await tryEndpoint(vision))}\n`)
  setTimeout(() => process.exit(0), 5_000)
}

const serve = async (options: ReturnType<typeof readArguments>, vision: VisionEndpoint | undefined): Promise<void> => {
  const workspace = await startWorkspace({ ...options, files: systemFiles, vision, now: Date.now, tell, ownsProcess: true })
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    workspace.stop().then(
      () => process.exit(0),
      (error) => {
        tell(String(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  // A starter that opens a channel is `packshot workspace serve`: the channel closes when it is killed, too.
  process.on('disconnect', stop)
  // Ctrl-C reaches every process in the terminal. A workspace started by another program is ended by that program, after its work.
  process.on('SIGINT', options.exitWithParent ? () => {} : stop)
  if (options.exitWithParent) {
    process.stdin.resume()
    process.stdin.on('end', stop)
    process.stdin.on('close', stop)
    process.stdin.on('error', stop)
  }
  const { baseUrl, name, connectionFile } = workspace
  const apiKey = options.printApiKey ? { apiKey: workspace.issueApiKey() } : {}
  process.stdout.write(`${JSON.stringify({ ready: true, baseUrl, name, connectionFile, ...apiKey })}\n`)
}

try {
  const options = readArguments()
  restrictDecoders()
  const key = takeVisionKey()
  const vision = readVisionEndpoint({ ...options.visionOptions, key })
  // One or the other: in a utility process, code after an exit may still start.
  await (options.tryVision ? tryVision(vision) : serve(options, vision))
} catch (error) {
  tell(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
  // A utility process has no end of its own.
  if ('parentPort' in process) process.stderr.write('', () => process.exit())
}
