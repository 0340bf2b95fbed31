import { describeError } from '../../../shared/words/errors/describe-error.ts'
import { createMemorySecrets } from '../keychain/memory-secrets.ts'
import { checkClient, composeFile } from '../workspaces/check-client.ts'
import { createConnection } from '../workspaces/create-connection.ts'
import { matchConnection } from '../workspaces/match-connection.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'active' | 'connections' | 'desk' | 'fetch' | 'offers' | 'ports' | 'restoreConnection'>

/** Connections that were handed over, and an admin's making of their file. */
export const createOfferHandlers = ({ active, connections, desk, offers, fetch, ports, restoreConnection }: Ports) => ({
  offer: os.session.offer.handler(() => offers.view()),
  makeOffer: os.session.makeOffer.handler(({ input }) => {
    offers.fromForm(input)
    return offers.view()
  }),
  acceptOffer: os.session.acceptOffer.handler(async ({ input }) => {
    await restoreConnection()
    await offers.accept(input.offerId, input.as, input.openBrowser)
    return offers.view()
  }),
  confirmOffer: os.session.confirmOffer.handler(async ({ input }) => {
    await offers.confirm(input.offerId, input.isRight, input.name)
    return offers.view()
  }),
  dismissOffer: os.session.dismissOffer.handler(async ({ input }) => {
    await offers.dismiss(input.offerId)
    return offers.view()
  }),
  deleteOfferFile: os.session.deleteOfferFile.handler(async ({ input }) => {
    await offers.deleteFile(input.offerId)
    return offers.view()
  }),

  checkClient: os.session.checkClient.handler(async ({ input }) => {
    const { findings, file } = await checkClient(input, { fetch, log: ports.log })
    return { findings, file, isConnectedHere: file !== null && matchConnection(file, connections.list()).kind === 'same' }
  }),
  tryClient: os.session.tryClient.handler(async ({ input }) => {
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
      return { scope, notGivenBack: revoked ? null : reason ? describeError(reason).message : null }
    } finally {
      await tried.session.stop()
    }
  }),
})
