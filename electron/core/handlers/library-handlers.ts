import { AppError } from '../../../shared/errors.ts'
import { sendingChanges, sendingFor } from '../../../shared/sending.ts'
import { showInFolder } from '../library/show-in-folder.ts'
import { createFindAboutEarlier } from '../views/about-earlier.ts'
import { countLocations } from '../views/count-locations.ts'
import { listFolders } from '../views/list-folders.ts'
import { namePictures } from '../views/name-pictures.ts'
import { readPictureDetails, toSentFacts } from '../views/picture-details.ts'
import { planSending } from '../views/plan-sending.ts'
import { createLibraryReader } from '../views/read-library.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<
  HandlerContext,
  | 'checkPictures'
  | 'connections'
  | 'images'
  | 'jobs'
  | 'journal'
  | 'ports'
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
  const { images, journal, connections, ports, scheduler, uploading, removal } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const reader = createLibraryReader({ journal, connectionId, uploading, checkBasis: context.shopChecks.basis })
  const findAboutEarlier = createFindAboutEarlier(context)
  return {
    page: os.library.page.handler(({ input }) => reader.page(input, input.offset, input.limit)),
    ids: os.library.ids.handler(({ input }) => reader.ids(input, input.group)),
    groups: os.library.groups.handler(({ input }) => reader.groups(input)),
    groupPage: os.library.groupPage.handler(({ input }) => reader.groupPage(input, input.offset, input.limit)),
    names: os.library.names.handler(({ input }) => namePictures(journal, connectionId(), input.by, input.ids)),
    folders: os.library.folders.handler(({ input }) => listFolders(journal, input.text, input.limit)),
    details: os.library.details.handler(({ input }) =>
      readPictureDetails(input.imageId, { ...context, reader, findAboutEarlier, connection: connections.active }),
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
      return connection ? await planSending(journal, connection.id, sendingFor(connection, null)) : null
    }),
    countLocations: os.library.countLocations.handler(() => countLocations(journal)),
    showInFolder: os.library.showInFolder.handler(async ({ input: { imageId } }) => {
      const image = images.get(imageId)
      if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
      await showInFolder(image.origin.kind === 'file' ? image.origin.path : image.name, ports)
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
