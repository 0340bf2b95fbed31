import { constants } from 'node:fs'
import { lstat, access as mayRead, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { AppError } from '../../shared/base/errors.ts'
import { describeRecoveries } from '../../shared/base/recovery-words.ts'
import { explainDataFolder } from '../core/base/database/database-error.ts'
import { leaveProcess } from '../core/base/keychain/leave-process.ts'
import { createMemorySecrets } from '../core/base/keychain/memory-secrets.ts'
import { trustSystemCertificates } from '../core/base/network/trust-system-certificates.ts'
import { lazily } from '../core/base/platform/lazily.ts'
import { type Core, createCore } from '../core/core.ts'
import { entriesIn, makeNodePorts } from '../core/node-ports.ts'
import { tokensName } from '../core/service/session/secret-names.ts'
import { parseStored } from '../core/service/session/stored-tokens.ts'
import type { Children } from './children.ts'
import { exitCodes } from './exit-codes.ts'
import { describeRepeats, listRepeatsOf } from './list-repeats.ts'
import type { Output } from './output.ts'

/** Built files of the other processes, next to the command's own. */
export type Entries = { readonly imageProcess: string; readonly sampleWorkspace: string }

export type CoreOptions = {
  readonly dataFolder: string
  readonly access: 'read' | 'write'
  /** Secrets in memory for this run, even if there is a keychain. */
  readonly inMemory?: boolean
  /** No output about recoveries: the command prints it. */
  readonly isQuiet?: boolean
  /** The command reports possible repeats at its end; other commands report them at the start. */
  readonly listsRepeats?: boolean
  readonly entries: Entries
  readonly children?: Children | undefined
  readonly output: Output
}

export type OpenCore = {
  readonly core: Core
  readonly client: ReturnType<typeof connectTo>
  /** Whether the keychain holds a sign-in of this connection, beside the memory of this run. */
  readonly keepsSession: (connectionId: string) => Promise<boolean>
}

/** Its type is written down: the compiler doesn't write out an inferred one this long. */
const connectTo = (core: Core): RouterClient<Core['router']> => createRouterClient(core.router)

/** A missing folder reads as empty. A file in its place, and one that can't be reached or read, is an error: it may have ten thousand pictures. */
const refuseUnreadable = async (dataFolder: string): Promise<void> => {
  try {
    const facts = await stat(dataFolder)
    if (!facts.isDirectory()) throw new AppError('file-unreadable', { kind: 'data-folder-is-file', path: dataFolder })
    await mayRead(dataFolder, constants.R_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof AppError) throw error
    const isNew = (error as NodeJS.ErrnoException).code === 'ENOENT' && (await lstat(dataFolder).catch(() => undefined)) === undefined
    if (!isNew) throw explainDataFolder(dataFolder, error)
  }
}

/** The core under plain Node: the composition root of the command. */
export const openCore = async ({
  dataFolder,
  access,
  inMemory,
  isQuiet,
  listsRepeats,
  entries,
  children,
  output,
}: CoreOptions): Promise<OpenCore> => {
  if (access === 'read') await refuseUnreadable(dataFolder)
  const built = dirname(entries.imageProcess)
  // Reading them takes a sixth of a short command's time; most commands connect to nothing.
  const certificates = lazily(trustSystemCertificates)
  const ports = makeNodePorts({
    dataFolder,
    entries: { ...entriesIn(built), ...entries },
    ...(children && { forkWorker: children.forkWorker, spawnProgram: children.spawnProgram }),
  })
  const core = await createCore({
    ...ports,
    access,
    network: { kind: 'environment', variables: process.env, ready: async () => certificates.get() },
    ...(inMemory ? { openSecrets: async () => ({ store: createMemorySecrets() }) } : {}),
    libraryCacheKb: 2_000,
    startReader: undefined,
    startLongReader: undefined,
    onlyLoopback: true,
    showAuthorizeUrl: (url) => output.note(`Open this address to allow access:\n${url}`),
    log: () => {},
    // Nothing can be saved any more, so nothing is retried, and there is no orderly shutdown.
    onFatal: (reason) => {
      output.error(reason)
      void leaveProcess(() => process.exit(exitCodes.failed), { waitMs: 0 })
    },
  })
  const restored = describeRecoveries(core.restored)
  if (restored !== null && !isQuiet) output.note(`${restored}\nRead it? “packshot recovery --acknowledge” stops this message.`)
  const client = connectTo(core)
  // After a crash, the start may find a second attempt without an answer.
  if (!listsRepeats) for (const line of describeRepeats(await listRepeatsOf({ core, client }))) output.note(line)
  const keepsSession = async (connectionId: string): Promise<boolean> => {
    if (!inMemory) return false
    const { store } = await ports.openKeychain()
    const text = await store.get(tokensName(connectionId)).catch(() => null)
    return text !== null && parseStored(text)?.kind === 'tokens'
  }
  return { core, client, keepsSession }
}

/** Opens the core for one task, and always closes it afterwards. */
export const withCore = async <T>(options: CoreOptions, work: (open: OpenCore) => Promise<T>): Promise<T> => {
  const open = await openCore(options)
  try {
    return await work(open)
  } finally {
    await open.core.stop()
  }
}
