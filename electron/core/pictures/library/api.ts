import { join } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import type { LibraryRow } from '../../../../shared/pictures/library.ts'
import { sendingChanges, sendingFor } from '../../../../shared/service/sending.ts'
import { readAnswersOf } from '../../answers/questions/lists/read-answers.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { nameProductOf } from '../../products/ledger/lists/name-jobs.ts'
import { namesOfRecord } from '../../products/ledger/lists/name-records.ts'
import { createFindAboutEarlier } from './lists/about-earlier.ts'
import { countLocations } from './lists/count-locations.ts'
import type { LibraryView } from './lists/library-lists.ts'
import { readRow } from './lists/library-rows.ts'
import { readPictureDetails, toSentFacts } from './lists/picture-details.ts'
import { isOurCopy } from './picture-place.ts'
import { showInFolder } from './show-in-folder.ts'

type Ports = Pick<
  HandlerContext,
  | 'checkPictures'
  | 'connections'
  | 'images'
  | 'jobs'
  | 'journal'
  | 'ports'
  | 'reader'
  | 'removal'
  | 'scheduler'
  | 'sentFiles'
  | 'shopChecks'
  | 'shownConversion'
  | 'sources'
  | 'uploading'
>

/** The library as a window shows it. */
export const createLibraryHandlers = (context: Ports) => {
  const { images, journal, connections, ports, reader, scheduler, uploading, removal } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const viewOf = <Asked extends Omit<LibraryView, 'checkBasis'>>(asked: Asked) => ({ ...asked, checkBasis: context.shopChecks.basis() })
  /** How far running uploads are. */
  const withProgress = (rows: readonly LibraryRow[]): LibraryRow[] => {
    const sent = uploading()
    return rows.map((row) => (row.state === 'uploading' ? { ...row, progress: sent[row.id] ?? 0 } : row))
  }
  const findAboutEarlier = createFindAboutEarlier(context)
  return {
    page: os.library.page.handler(async ({ input }) => {
      const { total, rows } = await reader.read('library.page', viewOf(input))
      return { total, rows: withProgress(rows) }
    }),
    ids: os.library.ids.handler(({ input }) => reader.read('library.ids', viewOf(input))),
    shown: os.library.shown.handler(({ input }) => reader.read('library.shown', viewOf(input))),
    place: os.library.place.handler(({ input }) => reader.read('library.place', viewOf(input))),
    groups: os.library.groups.handler(async ({ input }) => {
      const { version, pictures } = await reader.read('library.groups', viewOf(input))
      return { version, pictures: pictures.join(' ') }
    }),
    groupPage: os.library.groupPage.handler(({ input }) => reader.read('library.groupPage', viewOf(input))),
    names: os.library.names.handler(({ input }) => reader.read('library.names', { ...input, connectionId: connectionId() })),
    usualOrder: os.library.usualOrder.handler(({ input }) => reader.read('library.usualOrder', input.imageIds)),
    folders: os.library.folders.handler(({ input }) => reader.read('library.folders', input)),
    details: os.library.details.handler(({ input }) =>
      readPictureDetails(input.imageId, {
        ...{ ...context, findAboutEarlier, connection: connections.active },
        rowOf: (imageId) => {
          const row = readRow(journal, imageId, { connectionId: connectionId(), checkBasis: context.shopChecks.basis() })
          return row && withProgress([row])[0]
        },
        answersOf: (imageId, connectionId) => {
          const { current, earlier } = readAnswersOf(journal, imageId, connectionId)
          return { answers: current, earlierAnswers: earlier }
        },
        nameProduct: (ref) => namesOfRecord(journal, ref),
        callProductOf: (work) => nameProductOf(journal, work),
      }),
    ),
    sentFile: os.library.sentFile.handler(async ({ input: { imageId }, signal }) => {
      const image = images.get(imageId)
      if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
      const { settings, isUploaded } = context.shownConversion(imageId)
      const changes = sendingChanges(image, settings)
      if (changes.length === 0) return null
      return toSentFacts(await context.sentFiles.get(image, settings, { signal }), changes, isUploaded)
    }),
    sendingPlan: os.library.sendingPlan.handler(async () => {
      const connection = connections.active()
      return connection
        ? await reader.read('library.sendingPlan', { connectionId: connection.id, settings: sendingFor(connection, null) })
        : null
    }),
    countLocations: os.library.countLocations.handler(() => countLocations(journal)),
    showInFolder: os.library.showInFolder.handler(async ({ input: { imageId } }) => {
      const image = images.get(imageId)
      if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
      const { origin, staged, name } = image
      const path = origin.kind === 'file' ? origin.path : name
      await showInFolder(isOurCopy(path, staged) ? join(ports.dataFolder, staged) : path, ports)
    }),
    remove: os.library.remove.handler(async ({ input }) => {
      const removed = await removal.remove(input.imageIds)
      scheduler.wake()
      return { removed }
    }),
    restore: os.library.restore.handler(async ({ input }) => {
      const restored = await removal.restore(input.imageIds)
      context.checkPictures()
      scheduler.wake()
      return { restored }
    }),
  }
}
