import { listPictures } from '../views/list-pictures.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'connections' | 'images' | 'journal' | 'ports' | 'sources' | 'addPictures'>

/** The library as a person sees it. */
export const createImagesHandlers = ({ images, sources, connections, journal, ports, addPictures }: Ports) => ({
  list: os.images.list.handler(() => listPictures({ journal, images, sources }, connections.active()?.id ?? null)),
  refused: os.images.refused.handler(() => images.listRefusals()),
  refusedPage: os.images.refusedPage.handler(({ input }) => images.pageRefusals(input.offset, input.limit, input.since)),
  addSamples: os.images.addSamples.handler(async () => {
    const { added } = await addPictures({ paths: [ports.samplePictures], urls: [], recursive: false, upload: true })
    return { added: added.length }
  }),
})
