import type { ChosenImages } from '../../../../shared/pictures/pictures.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import { resolveImageIds } from '../../pictures/library/choose-picture-ids.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { Publisher } from '../../pictures/publishing/publisher.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Scheduler } from '../../queue/scheduler.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'
import { ask } from './ask.ts'
import { countWithoutAddress, type Estimate, type Estimates, findLack } from './lists/estimate-asking.ts'

/** From so many on, an estimate of some questions takes longer than a list may. */
const manyPictures = 5_000

type EstimateReader = { readonly read: (name: 'questions.estimate', asked: Parameters<Estimates>[0]) => Promise<Estimate> }

type Ports = {
  readonly journal: Journal
  readonly reader: EstimateReader
  readonly slowReader: EstimateReader
  readonly jobs: JobStore
  readonly images: ImageStore
  readonly connections: Pick<ConnectionStore, 'active'>
  readonly scheduler: Pick<Scheduler, 'forecast' | 'wake'>
  readonly publisher: Pick<Publisher, 'access' | 'store'>
  readonly ports: { readonly clock: Clock }
}

/** Asking about pictures that a person chose, and what it would take. */
export const createAskAbout = ({ journal, reader, slowReader, jobs, images, connections, scheduler, publisher, ports }: Ports) => {
  const lackOf = (connection: Connection | null) =>
    findLack({ connection, hasBucketKeys: publisher.access.hasKeys, dataTrial: publisher.store.trial })
  const estimate = async (chosen: ChosenImages, questions: readonly string[]) => {
    const connection = connections.active()
    const asked = { chosen, questions, connectionId: connection?.id ?? null, lack: await lackOf(connection) }
    const isLong = chosen.kind === 'all' || (chosen.kind === 'selected' && chosen.ids.length > manyPictures)
    const found = await (isLong ? slowReader : reader).read('questions.estimate', asked)
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
      return { ...result, ...countWithoutAddress(imageIds, await lackOf(connections.active()), images) }
    },
  }
}
