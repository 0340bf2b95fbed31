import type { OperationName } from '../../../../shared/session.ts'
import type { CoreParts } from '../../open-parts.ts'
import type { Operation } from '../queue/operation.ts'
import { createAnalyseImage } from './analyse-image/analyse-image.ts'
import { createAttachSources } from './attach-sources/attach-sources.ts'
import { createCreateProduct } from './create-product/create-product.ts'
import { createCreateSource } from './create-source/create-source.ts'
import { createUploadSource } from './upload-source/upload-source.ts'
import { createWriteText } from './write-text/write-text.ts'

type Ports = Pick<CoreParts, 'images' | 'sources' | 'otherSources' | 'answers' | 'products' | 'writtenTexts'> &
  Pick<Parameters<typeof createAnalyseImage>[0], 'files' | 'dataFolder' | 'putIntoBucket'>

/** All that jobs can do. */
export const createOperations = ({
  files,
  dataFolder,
  images,
  sources,
  otherSources,
  answers,
  products,
  writtenTexts,
  putIntoBucket,
}: Ports): Record<OperationName, Operation> => ({
  'upload-source': createUploadSource({ dataFolder, images, sources }),
  'create-source': createCreateSource({ otherSources }),
  'analyse-image': createAnalyseImage({ files, dataFolder, images, answers, putIntoBucket }),
  'create-product': createCreateProduct({ products }),
  'write-text': createWriteText({ answers, writtenTexts }),
  'attach-sources': createAttachSources({ products, sources, isPresent: images.isPresent }),
})
