import { createMemorySecrets } from '../base/keychain/memory-secrets.ts'
import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import { checkClient, composeFile } from './connections/check-client.ts'
import { createConnection } from './connections/create-connection.ts'
import { matchConnection } from './connections/match-connection.ts'

type Ports = Pick<HandlerContext, 'active' | 'connections' | 'desk' | 'fetch' | 'ports'>

/** An admin's making of a connection file. */
export const createClientsHandlers = ({ active, connections, desk, fetch, ports }: Ports) => ({
  check: os.clients.check.handler(async ({ input }) => {
    const { findings, file } = await checkClient(input, { fetch, log: ports.log })
    return { findings, file, isConnectedHere: file !== null && matchConnection(file, connections.list()).kind === 'same' }
  }),
  try: os.clients.try.handler(async ({ input }) => {
    const { openBrowser, ...details } = input
    const { connection, secrets } = createConnection({ kind: 'file', file: composeFile(details) })
    const memory = createMemorySecrets()
    for (const [name, value] of Object.entries(secrets)) await memory.set(name, value)
    const tried = await active.openAside(connection, memory)
    try {
      await desk.run(tried, { openBrowser })
      const state = tried.session.state()
      const scope = state.kind === 'signed-in' ? state.scope : null
      const { revoked, reason } = await tried.session.disconnect()
      return { scope, notGivenBack: revoked ? null : (reason ?? null) }
    } finally {
      await tried.session.stop()
    }
  }),
})
