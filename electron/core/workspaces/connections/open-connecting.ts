import { readFileSets } from '../../../../shared/answers/question-set-file.ts'
import { readFileProfiles } from '../../../../shared/checks/requirement-profile-file.ts'
import { checkRoomForSets, describeOffered, importSets } from '../../answers/question-sets/change-sets.ts'
import { bringProfiles, checkRoomForProfiles, describeOfferedProfile } from '../../checks/change-profiles.ts'
import type { CoreSignals } from '../../core-signals.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { Publisher } from '../../pictures/publishing/publisher.ts'
import { retryWithoutAddress } from '../../pictures/publishing/retry-without-address.ts'
import type { CorePorts } from '../../ports.ts'
import type { Scheduler } from '../../queue/scheduler.ts'
import { createConnectionOffers } from '../offers/connection-offers.ts'
import { offerManagedFile } from '../offers/offer-managed-file.ts'
import type { ActiveConnection } from './active-connection.ts'
import { createConnecting } from './connecting.ts'
import type { WayOut } from './open.ts'
import { createSignInDesk } from './sign-in-desk.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: Pick<CoreLibrary, 'connections' | 'journal' | 'jobs' | 'questionSets' | 'requirementProfiles'>
  readonly way: Pick<WayOut, 'getSecrets'>
  readonly active: ActiveConnection
  readonly publisher: Publisher
  readonly scheduler: Pick<Scheduler, 'wake' | 'liftHolds'>
  readonly signals: CoreSignals
}

/** The ways to connect: the last active workspace, a connection being tested, a sign-in, and offered connections. */
export const openConnecting = ({ ports, library, way, active, publisher, scheduler, signals }: Ports) => {
  const { connections, journal, jobs } = library
  const { getSecrets } = way
  const { clock } = ports
  /** A sign-in began or ended, or an offer came or went. */
  const onChange = (): void => signals.changed.send(['session'])
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
  const sets = {
    relate: (found: readonly unknown[]) => describeOffered(readFileSets(found), library.questionSets.list()),
    checkRoom: (found: readonly unknown[]): void => checkRoomForSets(readFileSets(found), library.questionSets.list()),
    keep: async (found: readonly unknown[], replace: readonly string[]): Promise<void> => {
      await importSets(
        { ...library, clock: ports.clock },
        readFileSets(found),
        replace.map((name) => ({ name })),
      )
      signals.changed.send(['questionSets'])
    },
  }
  const profileStore = { journal, profiles: library.requirementProfiles }
  const profiles = {
    relate: (found: readonly unknown[]) =>
      readFileProfiles(found).map((one) => describeOfferedProfile(one, library.requirementProfiles.get(one.id))),
    checkRoom: (found: readonly unknown[]): void => checkRoomForProfiles(profileStore, readFileProfiles(found)),
    keep: async (found: readonly unknown[]): Promise<void> => {
      await bringProfiles(profileStore, connections.active()?.id ?? null, readFileProfiles(found))
      signals.changed.send(['checks', 'library'])
    },
  }
  const offers = createConnectionOffers({ active, connections, connecting, desk, getSecrets, files: ports.files, onChange, sets, profiles })
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
    /** Connections offered through the host: shown to a person, who decides. */
    fromHost: {
      fromFile: offers.fromFile,
      fromLink: (link: string): void => offers.fromForm({ kind: 'link', link }),
      /** The connection file of a managed installation in one of these folders, offered once while no workspace is connected. */
      fromManaged: (folders: readonly string[]): Promise<void> =>
        offerManagedFile(folders, { connections, offers, journal, log: ports.log }),
      /** An offered connection can't be used. */
      refuse: (error: unknown): void => offers.refuse(error, null),
    },
  }
}
