import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { openInBrowser } from '../../core/service/session/open-in-browser.ts'
import { enterSample, sampleFolder } from '../../core/workspaces/sample/sample-owner.ts'
import { serveInNode } from '../children.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { passSignalsOn } from '../pass-signals-on.ts'

type ServeOptions = {
  readonly port?: string
  readonly name?: string
  readonly printApiKey?: boolean
  readonly visionUrl?: string
  readonly visionModel?: string
  readonly visionLongEdge?: string
  readonly visionTimeout?: string
  readonly visionKeyStdin?: boolean
}

/** `''`: the stream ended without a line. */
const readFirstLine = async (input: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface({ input })) return line.trim()
  return ''
}

/** The text of the connection file that a running sample workspace keeps up to date. Errors: `offline`. */
const readSampleFile = (folder: string): Promise<string> =>
  readFile(join(folder, 'workspace.packshot'), 'utf8').catch((cause: unknown) => {
    throw new AppError('offline', { kind: 'sample-not-running' }, { kept: 'nothing-changed', cause })
  })

export const addWorkspaceCommand = (program: Command, { ports, dataFolder, output, end }: CommandContext): void => {
  const workspace = program.command('workspace').description('the sample workspace: the whole service on this computer')
  workspace
    .command('serve')
    .description('run it until it is stopped; prints its address and its connection file')
    .option('--port <port>', 'the port to listen on (chosen once and kept)')
    .option('--name <name>', 'the workspace’s name')
    .option('--print-api-key', 'issue an API key and print it')
    .option('--vision-url <url>', 'an OpenAI-compatible endpoint for questions that need a vision model, e.g. http://127.0.0.1:11434/v1')
    .option('--vision-model <model>', 'the model to ask there')
    .option('--vision-long-edge <pixels>', 'scale pictures for it to this length (1024)')
    .option('--vision-timeout <seconds>', 'timeout for an answer (60)')
    .option('--vision-key-stdin', 'its key is the first line of standard input; or set PACKSHOT_VISION_KEY')
    .action(async (options: ServeOptions) => {
      const folder = sampleFolder(dataFolder())
      const args = ['--data-dir', folder]
      if (options.port) args.push('--port', options.port)
      if (options.name) args.push('--name', options.name)
      if (options.printApiKey) args.push('--print-api-key')
      if (options.visionUrl) args.push('--vision-url', options.visionUrl)
      if (options.visionModel) args.push('--vision-model', options.visionModel)
      if (options.visionLongEdge) args.push('--vision-long-edge', options.visionLongEdge)
      if (options.visionTimeout) args.push('--vision-timeout', options.visionTimeout)
      const key = options.visionKeyStdin ? await readFirstLine(ports.stdin) : undefined
      const { serve } = ports.children ?? { serve: serveInNode }
      const child = serve(ports.entries.sampleWorkspace, args, key === undefined ? {} : { PACKSHOT_VISION_KEY: key })
      passSignalsOn(child, { platform: ports.platform, from: process })
      const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)))
      end(code === 0 ? exitCodes.done : exitCodes.failed)
    })
  workspace
    .command('open')
    .description('open the pages of the running sample workspace: OAuth clients, API tokens, roles, switches and products')
    .option('--no-browser', 'print their address only: it lets one browser in, within ten minutes')
    .action(async ({ browser }: { readonly browser: boolean }) => {
      const address = await enterSample(sampleFolder(dataFolder()), await readSampleFile(sampleFolder(dataFolder())))
      output().result({ address }, () => [address])
      if (browser) await openInBrowser(address)
      end(exitCodes.done)
    })
}
