import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import { AppError, toAppError } from '../../../shared/errors.ts'
import type { Connection, OperationName } from '../../../shared/session.ts'
import type { Pacer } from '../api/pacer.ts'
import { createPacers } from '../api/pacers.ts'
import type { IsReachable } from '../api/reachability.ts'
import { createServiceClient } from '../api/service-client.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { CorePorts, RunningSampleWorkspace } from '../ports.ts'
import type { Workplace } from '../queue/scheduler.ts'
import { createApiKeySession } from '../session/create-api-key-session.ts'
import { createSession } from '../session/create-session.ts'
import type { RevokeLater } from '../session/pending-revocations.ts'
import type { Session } from '../session/session.ts'

type Ports = Pick<CorePorts, 'dataFolder' | 'clock' | 'random' | 'openBrowser' | 'startSampleWorkspace' | 'log'> & {
  readonly dispatcher: Dispatcher
  readonly isReachable: IsReachable
  readonly onSessionChange: () => void
  readonly revokeLater: RevokeLater
}

/** The folder of the embedded sample workspace, inside the data folder. */
export const sampleFolder = (dataFolder: string): string => join(dataFolder, 'sample-workspace')

export type ActiveConnection = ReturnType<typeof createActiveConnection>

/** The connection in use, with its session and client; the sample workspace's process runs while it is the one. */
export const createActiveConnection = (ports: Ports) => {
  const pacers = createPacers(ports)
  let current: { readonly connection: Connection; readonly session: Session; readonly place: Workplace; readonly isTrial: boolean } | null =
    null
  let sample: RunningSampleWorkspace | undefined

  const ensureSample = async (): Promise<RunningSampleWorkspace> => {
    sample ??= await ports.startSampleWorkspace(sampleFolder(ports.dataFolder))
    return sample
  }

  const signedOutBecause = (session: Session, unread: AppError | null) => (): AppError | null => {
    const state = session.state()
    switch (state.kind) {
      case 'signed-in':
        return null
      case 'ended':
        return new AppError(state.reason.code, state.reason.message, { action: state.reason.action })
      case 'signed-out':
      case 'signing-in':
        return unread ?? new AppError('signed-out', 'Nobody is signed in. Everything queued is kept.')
    }
  }

  return {
    ensureSample,
    get: () => current,
    workplace: (): Workplace | null => current?.place ?? null,
    /**
     * Uses a connection from now on, with what the keychain holds for it. On trial: nobody has signed in with it yet, so it is the
     * connection of this process only, and the one that was active before stays so on disk.
     */
    use: async (connection: Connection, secrets: SecretStore, isTrial = false): Promise<Session> => {
      await current?.session.stop()
      const make = connection.credentials.kind === 'api-key' ? createApiKeySession : createSession
      const session = make({
        connection,
        secrets,
        dispatcher: ports.dispatcher,
        clock: ports.clock,
        openBrowser: ports.openBrowser,
        log: ports.log,
        revokeLater: ports.revokeLater,
      })
      // A keychain that is locked or gone signs nobody out: the queue waits and says so, and the rest works.
      const unread = await session.restore().then(
        () => null,
        (error: unknown) => toAppError(error),
      )
      session.subscribe(ports.onSessionChange)
      const client = createServiceClient({ ...ports, connection, credentials: session })
      const pacerOf = (operation: OperationName): Pacer => pacers.pacerFor(connection, operation)
      current = {
        connection,
        session,
        isTrial,
        place: { connection, client, pacerOf, signedOutBecause: signedOutBecause(session, unread) },
      }
      return session
    },
    /** The trial is over: somebody signed in. */
    keep: (): void => {
      if (current) current = { ...current, isTrial: false }
    },
    forget: (): void => {
      void current?.session.stop()
      current = null
    },
    stop: async (): Promise<void> => {
      await current?.session.stop()
      current = null
      await sample?.stop()
      sample = undefined
    },
  }
}
