import type { ChosenImages } from '../../../../shared/pictures/pictures.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import { resolveImageIds } from '../../pictures/library/choose-picture-ids.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { Publisher } from '../../pictures/publishing/publisher.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Scheduler } from '../../queue/scheduler.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'
import { ask } from './ask.ts'
import { countWithoutAddress, estimateAsking } from './estimate-asking.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: ImageStore
  readonly connections: Pick<ConnectionStore, 'active'>
  readonly scheduler: Pick<Scheduler, 'forecast' | 'wake'>
  readonly publisher: Pick<Publisher, 'access' | 'store'>
  readonly ports: { readonly clock: Clock }
}

/** Asking about pictures that a person chose, and what it would take. */
export const createAskAbout = ({ journal, jobs, images, connections, scheduler, publisher, ports }: Ports) => {
  const addresses = () => ({
    images,
    connection: connections.active(),
    hasBucketKeys: publisher.access.hasKeys,
    dataTrial: publisher.store.trial,
  })
  const estimate = async (chosen: ChosenImages, questions: readonly string[]) => {
    const found = await estimateAsking(chosen, questions, { journal, ...addresses() })
    const foretold = scheduler.forecast('analyse-image', found.requests)
    if (!foretold) return { ...found, ahead: 0, left: null, time: null }
    const { ahead, left, ...time } = foretold
    return { ...found, ahead, left, time }
  }
  return {
    estimate,
    ask: async (chosen: ChosenImages, asked: { readonly questions: readonly string[]; readonly again: boolean; readonly set?: string }) => {
      let imageIds: readonly string[] = []
      const result = await ask(
        {
          imageIds: () => {
            imageIds = resolveImageIds(chosen, { journal, images })
            return imageIds
          },
          ...asked,
        },
        { journal, jobs, clock: ports.clock, connectionId: () => connections.active()?.id ?? null },
      )
      scheduler.wake()
      return { ...result, ...(await countWithoutAddress(imageIds, addresses())) }
    },
  }
}
