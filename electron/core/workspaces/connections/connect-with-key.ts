import { toAppError } from '../../../../shared/base/errors.ts'
import type { Fetch } from '../../service/session/fetch-answer.ts'
import type { Connecting } from './connecting.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { CreatedConnection } from './create-connection.ts'
import { tryCredentials } from './try-credentials.ts'

/** A known key or relay stays in use while its service fails; only its own refusal counts. */
const passing = new Set(['offline', 'proxy-password', 'timeout', 'rate-limited', 'service-failed'])

type Ports = {
  readonly connecting: Pick<Connecting, 'tryAtOnce'>
  readonly connections: Pick<ConnectionStore, 'list'>
  readonly fetch: Fetch
}

/** Connects with an API key, or with none to a relay, once the service accepted it. Throws why not; the earlier connection then stays. */
export const connectWithKey = ({ connecting, connections, fetch }: Ports, created: CreatedConnection): Promise<void> =>
  connecting.tryAtOnce(created, async ({ session }) => {
    try {
      await tryCredentials({ connection: created.connection, credentials: session, fetch })
    } catch (error) {
      const isKnown = connections.list().some(({ id }) => id === created.connection.id)
      if (!isKnown || !passing.has(toAppError(error).code)) throw error
    }
  })
