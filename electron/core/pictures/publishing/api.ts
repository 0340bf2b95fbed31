import { AppError } from '../../../../shared/base/errors.ts'
import type { PublishingView } from '../../../../shared/pictures/publishing.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Publishing } from '../../../../shared/workspaces/publishing-settings.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { checkBucket, checkKeys } from '../../workspaces/connections/bucket-rules.ts'
import { retryWithoutAddress } from './retry-without-address.ts'
import { testBucket } from './test-bucket.ts'
import { tryDataUrl } from './try-data-url.ts'

type Ports = Pick<
  HandlerContext,
  'active' | 'connections' | 'dispatcher' | 'getSecrets' | 'jobs' | 'journal' | 'ports' | 'publisher' | 'restoreConnection' | 'scheduler'
>

/** How the active connection's pictures get an address, and whether that works. */
export const createPublishingHandlers = (context: Ports) => {
  const { active, connections, journal, jobs, scheduler, publisher, dispatcher, getSecrets, restoreConnection, ports } = context
  const { clock, files, ids } = ports

  const requireCurrent = async () => {
    await restoreConnection()
    const current = active.get()
    if (!current && active.trial()) throw new AppError('signed-out', { kind: 'not-signed-in-yet' }, { kept: 'nothing-changed' })
    if (!current) throw new AppError('no-connection', { kind: 'no-workspace' }, { kept: 'nothing-changed' })
    return current
  }

  const view = async (): Promise<PublishingView> => {
    const { connection } = await requireCurrent()
    const { store } = await getSecrets()
    return {
      publishing: connection.publishing,
      hasKeys: await publisher.access.hasKeys(connection.id),
      storage: store.storage,
      data: publisher.store.trial(connection.id),
      left: publisher.left(connection.id),
    }
  }

  /** Of the connection that the person saw, as it is now; another one may be active by then. Questions that wait for an address or a bucket resume. */
  const use = async (seen: Connection, publishing: Publishing): Promise<void> => {
    const changed = journal.write(() => {
      const after = { ...(connections.get(seen.id) ?? seen), publishing }
      connections.save(after)
      if (publishing.kind !== 'origin') retryWithoutAddress(journal, jobs, seen.id, clock.now())
      return after
    })
    await journal.durable()
    const { store } = await getSecrets()
    if (active.get()?.connection.id === seen.id) await active.use(connections.get(seen.id) ?? changed, store)
    publisher.mended()
    scheduler.liftHolds('not-allowed')
    scheduler.liftHolds('failing')
    scheduler.wake()
  }

  return {
    get: os.publishing.get.handler(view),

    set: os.publishing.set.handler(async ({ input }) => {
      const publishing = input.publishing.kind === 's3' ? checkBucket(input.publishing) : input.publishing
      const { connection } = await requireCurrent()
      if (input.keys) await publisher.access.saveKeys(connection.id, checkKeys(input.keys))
      await use(connection, publishing)
      return view()
    }),

    test: os.publishing.test.handler(async ({ input }) => {
      const bucket = checkBucket(input.bucket)
      const { connection } = await requireCurrent()
      const client = input.keys
        ? publisher.access.clientWith(bucket, checkKeys(input.keys))
        : await publisher.access.client(connection.id, bucket)
      const result = await testBucket({ files, ids, bucket, client, dispatcher, now: clock.now, serviceUrl: connection.baseUrl })
      if (!input.keys) publisher.mended()
      return result
    }),

    tryData: os.publishing.tryData.handler(async () => {
      if ((await requireCurrent()).connection.isSample) await active.ensureSample()
      const { connection, place } = await requireCurrent()
      const signedOut = place.signedOutBecause()
      if (signedOut) throw signedOut
      const trial = await tryDataUrl(place.client, clock.now)
      journal.write(() => publisher.store.saveTrial(connection.id, trial))
      await journal.durable()
      if (trial.works) await use(connection, { kind: 'data' })
      return trial
    }),
  }
}
