import type { OperationName } from '../../shared/queue/operations.ts'
import { createWriteText, writeText } from './answers/brand-voices/write.job.ts'
import type { WrittenTextStore } from './answers/brand-voices/written-texts.ts'
import type { OtherSourceStore } from './answers/other-sources/other-source-store.ts'
import { createCreateSource, createSource } from './answers/other-sources/source.job.ts'
import type { AnswerStore } from './answers/questions/answer-store.ts'
import { analyseImage, createAnalyseImage } from './answers/questions/ask.job.ts'
import type { Journal } from './base/database/journal.ts'
import type { Files } from './base/platform/files.ts'
import type { ImageStore } from './pictures/library/picture-store.ts'
import type { SentFiles } from './pictures/library/sent-files.ts'
import type { SourceStore } from './pictures/library/source-store.ts'
import { createUploadSource, uploadSource } from './pictures/library/upload.job.ts'
import type { PutIntoBucket } from './pictures/publishing/put-into-bucket.ts'
import { attachSources, createAttachSources } from './products/ledger/attach.job.ts'
import { createCreateProduct, createProduct } from './products/ledger/create.job.ts'
import type { ProductStore } from './products/ledger/product-store.ts'
import { createSetText, setText } from './products/texts/set-text.job.ts'
import type { JobStore } from './queue/job-store.ts'
import type { AnyDefinition, AnyOperation, Operation, OperationDefinition, OperationDefinitions, Operations } from './queue/operation.ts'
import type { ConnectionStore } from './workspaces/connections/connection-store.ts'

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
