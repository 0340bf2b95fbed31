import type { SessionContext } from './handlers/handler-context.ts'
import type { CoreParts } from './parts/open-parts.ts'
import type { CorePorts } from './parts/ports.ts'
import type { Publisher } from './publishing/publisher.ts'
import { retryWithoutAddress } from './publishing/retry-without-address.ts'
import type { Scheduler } from './work/queue/scheduler.ts'
import type { ActiveConnection } from './workspaces/active-connection.ts'
import { createConnecting } from './workspaces/connecting.ts'
import { createConnectionOffers } from './workspaces/offers/connection-offers.ts'
import { offerManagedFile } from './workspaces/offers/offer-managed-file.ts'
import { createSignInDesk } from './workspaces/sign-in-desk.ts'

type Ports = Pick<CoreParts, 'connections' | 'journal' | 'jobs'> & {
  readonly ports: CorePorts
  readonly active: ActiveConnection
  readonly publisher: Publisher
  readonly scheduler: Pick<Scheduler, 'wake' | 'liftHolds'>
  readonly getSecrets: SessionContext['getSecrets']
  /** A sign-in began or ended, or an offer came or went. */
  readonly onChange: () => void
}

/** The ways to a workspace: the one that was active last, a connection on trial, a sign-in, and what a person was handed. */
export const openConnecting = ({ ports, active, connections, journal, jobs, publisher, scheduler, getSecrets, onChange }: Ports) => {
  const { clock } = ports
  const desk = createSignInDesk({ ...ports, onChange })
  const connecting = createConnecting({
    active,
    connections,
    journal,
    clock,
    getSecrets,
    wake: scheduler.wake,
    onSettled: ({ id, publishing }) => {
      if (publishing.kind !== 'origin') journal.write(() => retryWithoutAddress(journal, jobs, id, clock.now()))
      publisher.mended()
      scheduler.liftHolds('not-allowed')
    },
  })
  const offers = createConnectionOffers({ active, connections, connecting, desk, getSecrets, files: ports.files, onChange })
  return {
    desk,
    connecting,
    offers,
    /** Uses the connection that was active last, if any. */
    restoreConnection: async (): Promise<void> => {
      const connection = connections.active()
      if (!connection || active.get()?.connection.id === connection.id) return
      await active.use(connection, (await getSecrets()).store)
      scheduler.wake()
    },
    /** Connections that the host was handed: shown to a person, who decides. */
    handedOver: {
      fromFile: offers.fromFile,
      fromLink: (link: string): void => offers.fromForm({ kind: 'link', link }),
      /** What a managed installation carries in one of these folders, offered once while no workspace is connected. */
      fromManaged: (folders: readonly string[]): Promise<void> =>
        offerManagedFile(folders, { connections, offers, journal, log: ports.log }),
      /** Something that was handed over can't be used. */
      refuse: (error: unknown): void => offers.refuse(error, null),
    },
  }
}
