import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { tryRefusedAgain } from '../intake/try-refused-again.ts'
import { listPictures } from './lists/list-pictures.ts'
import { showInFolder } from './show-in-folder.ts'

type Ports = Pick<HandlerContext, 'connections' | 'images' | 'journal' | 'ports' | 'sources' | 'addPictures'>

/** The library as a person sees it. */
export const createPicturesHandlers = ({ images, sources, connections, journal, ports, addPictures }: Ports) => ({
  list: os.pictures.list.handler(() => listPictures({ journal, images, sources }, connections.active()?.id ?? null)),
  refused: os.pictures.refused.handler(() => images.listRefusals()),
  refusedPage: os.pictures.refusedPage.handler(({ input }) => images.pageRefusals(input.offset, input.limit, input.since)),
  tryRefusedAgain: os.pictures.tryRefusedAgain.handler(({ input }) => {
    const connectionId = connections.active()?.id ?? null
    return tryRefusedAgain(input.paths, { images, addPictures: (request) => addPictures({ ...request, connectionId }) })
  }),
  showRefused: os.pictures.showRefused.handler(async ({ input: { path } }) => {
    // A window shows only what Packshot itself has named.
    const refusal = images.refusalOf(path)
    if (!refusal) throw new AppError('file-missing', { kind: 'file-gone', name: path })
    await showInFolder(refusal.path, ports)
  }),
  addSamples: os.pictures.addSamples.handler(async () => {
    const { added } = await addPictures({ paths: [ports.samplePictures], urls: [], recursive: false, upload: true })
    return { added: added.length }
  }),
})
