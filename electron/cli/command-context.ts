import type { Children } from './children.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { CoreOptions, Entries, OpenCore } from './with-core.ts'

export type CommandPorts = {
  readonly entries: Entries
  /** Absent: as processes of Node. */
  readonly children?: Children | undefined
  readonly version: string
  readonly environment: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly stdin: NodeJS.ReadableStream
}

/** The ports of a command's action. */
export type CommandContext = {
  readonly ports: CommandPorts
  readonly output: () => Output
  readonly dataFolder: () => string
  readonly withCore: (
    options: Pick<CoreOptions, 'access' | 'inMemory' | 'isQuiet' | 'listsRepeats'>,
    work: (open: OpenCore) => Promise<ExitCode>,
  ) => Promise<void>
  readonly end: (code: ExitCode) => void
}
