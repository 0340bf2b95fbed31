import type { OperationName } from '../../../../shared/operations.ts'
import type { WrittenTextStore } from '../../content/written-texts.ts'
import type { Journal } from '../../database/journal.ts'
import type { ImageStore } from '../../library/image-store.ts'
import type { SentFiles } from '../../library/sent-files.ts'
import type { SourceStore } from '../../library/source-store.ts'
import type { Files } from '../../platform/files.ts'
import type { ProductStore } from '../../products/product-store.ts'
import type { PutIntoBucket } from '../../publishing/put-into-bucket.ts'
import type { AnswerStore } from '../../questions/answer-store.ts'
import type { OtherSourceStore } from '../../sources/other-source-store.ts'
import type { ConnectionStore } from '../../workspaces/connection-store.ts'
import type { JobStore } from '../queue/job-store.ts'
import type { AnyDefinition, AnyOperation, Operation, OperationDefinition, OperationDefinitions, Operations } from '../queue/operation.ts'
import { analyseImage, createAnalyseImage } from './analyse-image/analyse-image.ts'
import { attachSources, createAttachSources } from './attach-sources/attach-sources.ts'
import { createCreateProduct, createProduct } from './create-product/create-product.ts'
import { createCreateSource, createSource } from './create-source/create-source.ts'
import { createSetText, setText } from './set-text/set-text.ts'
import { createUploadSource, uploadSource } from './upload-source/upload-source.ts'
import { createWriteText, writeText } from './write-text/write-text.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly connections: ConnectionStore
  readonly images: ImageStore
  readonly sources: SourceStore
  readonly otherSources: OtherSourceStore
  readonly answers: AnswerStore
  readonly products: ProductStore
  readonly writtenTexts: WrittenTextStore
  readonly files: Files
  readonly sentFiles: SentFiles
  readonly putIntoBucket: PutIntoBucket
}

type Module<N extends OperationName> = { readonly define: OperationDefinition<N>; readonly create: (ports: Ports) => Operation<N> }

type AnyModule = { readonly define: AnyDefinition; readonly create: (ports: Ports) => AnyOperation }

/**
 * The only list of operations. Its order is the starting order: products first, so that jobs other jobs depend on
 * are not delayed, and a few texts don't queue behind many files.
 */
const modules: { readonly [N in OperationName]: Module<N> } = {
  'create-product': { define: createProduct, create: createCreateProduct },
  'attach-sources': { define: attachSources, create: (ports) => createAttachSources({ ...ports, isPresent: ports.images.isPresent }) },
  'set-text': { define: setText, create: createSetText },
  'create-source': { define: createSource, create: createCreateSource },
  'upload-source': { define: uploadSource, create: createUploadSource },
  'analyse-image': { define: analyseImage, create: createAnalyseImage },
  'write-text': { define: writeText, create: createWriteText },
}

const mapModules = <T>(take: (module: AnyModule) => T): Readonly<Record<OperationName, T>> =>
  Object.fromEntries(Object.values(modules).map((module: AnyModule) => [module.define.name, take(module)])) as Record<OperationName, T>

/** The queue's facts about each operation. */
export const operationDefinitions: OperationDefinitions = mapModules((module) => module.define) as OperationDefinitions

/** How many jobs of an operation may run in parallel; the same in every host. */
export const usualConcurrency: Readonly<Record<OperationName, number>> = mapModules(({ define }) => define.concurrency)

export const createOperations = (ports: Ports): Operations => mapModules(({ create }) => create(ports)) as Operations
