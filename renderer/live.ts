import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { countOf } from '../shared/base/number-words.ts'
import type { CoreEvent } from '../shared/contract.ts'
import type { QueueStatus } from '../shared/queue/jobs.ts'
import { followBatch, noBatch, type QueueBatch } from './activity/queue-batch.ts'
import { client } from './bridge.ts'
import { followLibrary } from './pictures/library/follow-shown.ts'
import { api, sessionKeys } from './queries.ts'
import { createReader } from './read-again.ts'
import { tell } from './ui/tell.tsx'

type Live = {
  /** `false` while no events arrive from the core; the window then says so. */
  readonly heard: boolean
  readonly queue: QueueStatus | null
  /** Image id → sent share, 0–1. */
  readonly uploading: CoreEvent['uploading']
  readonly intake: CoreEvent['intake']
  /** Pictures that are not decoded yet. */
  readonly checking: number
  /** Progress of the current batch, for a total and the time left. */
  readonly batch: QueueBatch
}

/** The core's latest state. A projection: it ends with the window, and the next one reads it again. */
export const useLive = create<Live>(() => ({ heard: true, queue: null, uploading: {}, intake: null, checking: 0, batch: noBatch }))

type Subject = CoreEvent['changed'][number]

const matchesKeys = () => [api.matching.summary.key(), api.matching.page.key(), api.matching.tray.key()]

/** Each of these goes through the whole library, or all products. */
const wholeLibraryKeys = () => [
  ...[api.matching.preview.key(), api.matching.foldersOutline.key(), api.matching.products.key()],
  api.plans.preview.key(),
]

const keysOf = (subject: Subject) => {
  switch (subject) {
    case 'library':
      return [api.library.key(), api.removed.key(), api.versions.key(), api.sendAgain.key(), ...matchesKeys(), api.sheet.key()]
    case 'jobs':
      return [
        ...[api.jobs.key(), api.actions.key(), api.problems.key(), api.products.unsettled.key()],
        ...[api.plans.page.key(), api.plans.list.key(), api.plans.unfinished.key()],
        ...[api.sheet.page.key(), api.sheet.counts.key()],
      ]
    case 'answers':
      // Answers suggest products.
      return [api.questions.key(), api.sheet.key(), api.texts.key(), api.matching.tray.key()]
    case 'products':
      return [
        ...[api.problems.key(), api.removed.key()],
        ...[api.products.key(), api.sendAgain.key(), api.catalogue.key(), ...matchesKeys(), api.matching.rules.key()],
        ...[api.plans.page.key(), api.plans.list.key(), api.plans.unfinished.key()],
        ...[api.sheet.page.key(), api.sheet.counts.key(), api.texts.key()],
        // A picture is checked by its places in products.
        ...[api.checks.pictures.key(), api.checks.summary.key()],
      ]
    case 'sources':
      return [api.otherSources.page.key()]
    case 'session':
      return [
        ...[...sessionKeys(), api.sendAgain.key(), api.settings.key(), api.publishing.key(), api.otherSources.key()],
        ...[...matchesKeys(), api.matching.rules.key(), api.sheet.key()],
      ]
    case 'intake':
      return [api.pictures.key()]
    case 'content':
      return [api.brandVoices.key()]
    case 'catalogue':
      return [api.catalogue.opened.key()]
    case 'questionSets':
      return [api.questionSets.key(), api.removed.key(), api.sheet.key()]
    case 'barcodes':
      return [api.matching.preview.key(), api.matching.summary.key()]
    case 'checks':
      return [api.checks.key(), api.library.page.key(), api.sheet.page.key()]
    case 'similar':
      return [api.similar.key(), api.library.page.key(), api.library.groups.key(), api.library.groupPage.key()]
    case 'handover':
      return [api.handover.key()]
    case 'watching':
      return [api.watching.list.key(), api.watching.report.key(), api.followedLists.key()]
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The browser is the first to notice that this computer is online again. */
export const followNetwork = (): void => {
  window.addEventListener('online', () => void client.queue.retryNow().catch(() => {}))
}

const tellAlreadyThere = (count: number): void =>
  tell(`${countOf(count, 'file')} already in the library`, { text: 'Packshot keeps each picture once, with its answers and products.' })

/** Listens while the window lives. A lost subscription is renewed, and everything is read again. */
export const followEvents = (queries: QueryClient): void => {
  const countPictures = (): number | undefined => queries.getQueryData(api.matching.summary.queryOptions().queryKey)?.pictures
  const readWholeLibrary = createReader(queries)
  let pictures = countPictures()
  const read = createReader(queries, () => {
    if (pictures !== countPictures()) readWholeLibrary(wholeLibraryKeys())
    pictures = countPictures()
    followLibrary()
  })

  const follow = (changed: readonly Subject[]): void => {
    read(changed.flatMap(keysOf))
    if (changed.includes('products') || changed.includes('session')) readWholeLibrary(wholeLibraryKeys())
    // Uploads, checks and answers announce the library, too: those on the screen are read again only if there are more pictures, or fewer.
    else if (changed.includes('library'))
      for (const queryKey of wholeLibraryKeys()) void queries.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
  }

  const listen = async (): Promise<void> => {
    let told: number | null = null
    for await (const event of await client.events.subscribe()) {
      const { queue, uploading, intake, checking, alreadyThere } = event
      // After the intake: without a note, a file that changes nothing would look refused.
      if (told !== null && !intake && alreadyThere > told) tellAlreadyThere(alreadyThere - told)
      if (told === null || !intake) told = alreadyThere
      useLive.setState((before) => ({
        heard: true,
        queue,
        uploading,
        intake,
        checking,
        batch: followBatch(before.batch, queue.counts, Date.now()),
      }))
      follow(event.changed)
    }
  }

  const listenForever = async (): Promise<void> => {
    for (;;) {
      await listen().catch(() => {})
      useLive.setState({ heard: false })
      await wait(1_000)
    }
  }
  void listenForever()
}
