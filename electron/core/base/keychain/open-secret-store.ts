import { AppError, type ErrorRecord } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import { systemSyncFiles } from '../platform/system-sync-files.ts'
import { createAskInTurn } from './ask-in-turn.ts'
import { createFolderEntries } from './folder-entries.ts'
import { createKeychainSecrets } from './keychain-secrets.ts'
import { createMemorySecrets } from './memory-secrets.ts'
import type { Keytar, SecretStore } from './secret-store.ts'

type Ports = {
  /** Imports keytar; rejects where its binary does not load, with the loader's reason. */
  readonly loadKeytar: () => Promise<unknown>
  /** Whose entries they are; without one the names are used as they are. */
  readonly dataFolder?: string
  /** The name under which the system shows the entries. */
  readonly service?: string
  /** Whether to try a read first; without it a keychain that can't be used shows at the first call only. */
  readonly probe?: boolean
  /** Limit of import and probe each, milliseconds. */
  readonly probeLimitMs?: number
  /** Limit of each later call, milliseconds. */
  readonly limitMs?: number
  readonly platform?: NodeJS.Platform
}

/**
 * The keychain if it can be used on this machine, else memory, with the reason.
 * Never rejects. The probe reads an entry that doesn't exist, which asks for no unlocking.
 */
export const openSecretStore = async ({
  loadKeytar,
  dataFolder,
  service = 'Packshot',
  probe = true,
  probeLimitMs = 5_000,
  limitMs,
  platform = process.platform,
}: Ports): Promise<{ store: SecretStore; reason?: ErrorRecord }> => {
  const ask = createAskInTurn(probeLimitMs, platform)
  const limits = limitMs === undefined ? {} : { limitMs }
  try {
    const keytar = toKeytar(await ask(loadKeytar))
    if (probe) await ask(() => keytar.getPassword(service, 'probe'))
    const store = createKeychainSecrets({ keytar, service, platform, ...limits })
    return { store: dataFolder === undefined ? store : createFolderEntries({ store, dataFolder, files: systemSyncFiles }) }
  } catch (error) {
    return { store: createMemorySecrets(), reason: { code: 'keychain-unavailable', failure: explain(error, platform) } }
  }
}

/** Under ESM a CommonJS module's functions may be on the namespace, on `default`, or on both. */
const toKeytar = (module: unknown): Keytar => {
  for (const candidate of [(module as { default?: unknown } | null)?.default, module]) {
    if (isKeytar(candidate)) return candidate
  }
  throw new AppError('keychain-unavailable', { kind: 'keytar-odd' })
}

const isKeytar = (value: unknown): value is Keytar =>
  typeof value === 'object' &&
  value !== null &&
  ['getPassword', 'setPassword', 'deletePassword', 'findCredentials'].every((name) => typeof Reflect.get(value, name) === 'function')

const explain = (error: unknown, platform: NodeJS.Platform): Failure => {
  if (error instanceof AppError && (error.failure.kind === 'keychain-silent' || error.failure.kind === 'keytar-odd')) return error.failure
  const cause = error instanceof AppError ? (error.cause ?? error) : error
  const said = (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]?.trim() ?? ''
  if (/libsecret/.test(said)) return { kind: 'libsecret-missing' }
  return /cannot find (module|package)/i.test(said)
    ? { kind: 'keytar-missing' }
    : { kind: platform === 'linux' ? 'keyring-absent' : 'keychain-unusable', said }
}
