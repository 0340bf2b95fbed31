import type { JobWork, OtherSourceKind } from '../jobs.ts'
import type { OperationName } from '../operations.ts'
import { countOf, formatCount } from './numbers.ts'

/** Known file names, and the product's name or id. */
export type Named = { readonly imageName: string | null; readonly productName: string | null }

type OperationWords<W> = {
  /** Its jobs in a sentence: “Waiting (uploads): …”. */
  readonly jobs: string
  /** Its jobs as the name of a setting. */
  readonly setting: string
  /** While it is on hold. */
  readonly waits: string
  /** One job: “Upload mug.jpg”. */
  readonly describe: (work: W, named: Named) => string
  /** After lost answers. */
  readonly mayBeTwice: (count: number) => string
}

const kinds: Readonly<Record<OtherSourceKind, string>> = { text: 'text', url: 'web address', knowledge: 'knowledge item' }

/** A kind of source that is not a file. */
export const nameKind = (kind: OtherSourceKind): string => kinds[kind]

/** All texts about kinds of jobs. */
export const operationWords: { readonly [N in OperationName]: OperationWords<Extract<JobWork, { readonly operation: N }>> } = {
  'upload-source': {
    jobs: 'uploads',
    setting: 'Uploads',
    waits: 'Uploads wait',
    describe: (_, { imageName }) => `Upload ${imageName ?? 'picture'}`,
    mayBeTwice: (count) =>
      `${countOf(count, 'upload')} may have been sent twice: ${count === 1 ? 'a spare source' : 'spare sources'} may exist`,
  },
  'create-source': {
    jobs: 'sources',
    setting: 'Other sources',
    waits: 'Texts, addresses and knowledge items wait',
    describe: ({ kind, title }) => `Create source from ${nameKind(kind)} ${title}`,
    mayBeTwice: (count) => `${countOf(count, 'source')} may have been created twice`,
  },
  'analyse-image': {
    jobs: 'questions',
    setting: 'Questions',
    waits: 'Questions wait',
    describe: ({ question }, { imageName }) => (imageName === null ? `Ask: ${question}` : `Ask about ${imageName}: ${question}`),
    mayBeTwice: (count) => `${countOf(count, 'question')} may have been asked twice`,
  },
  'attach-sources': {
    jobs: 'attachments',
    setting: 'Attaching',
    waits: 'Attaching waits',
    describe: ({ replaceWith, imageIds }, { productName }) =>
      replaceWith
        ? `Change the pictures of ${productName ?? 'a product'} to these ${formatCount(replaceWith.length)}`
        : `Attach ${countOf(imageIds.length, 'picture')} to ${productName ?? 'a product'}`,
    mayBeTwice: (count) => `${countOf(count, 'attachment')} may have been sent twice, with the same list`,
  },
  'create-product': {
    jobs: 'new products',
    setting: 'New products',
    waits: 'New products wait',
    describe: ({ name }) => `Create product ${name}`,
    mayBeTwice: (count) => `${countOf(count, 'product')} may have been created twice`,
  },
  'write-text': {
    jobs: 'texts',
    setting: 'Texts in a brand voice',
    waits: 'Texts in a brand voice wait',
    describe: ({ voiceName }, { imageName }) => `Write about ${imageName ?? 'picture'} with the brand voice ${voiceName}`,
    mayBeTwice: (count) => `${countOf(count, 'text')} may have been written and counted twice`,
  },
}

/** The name of a job: `Upload mug.jpg`. */
export const describeWork = <N extends OperationName>(work: Extract<JobWork, { readonly operation: N }>, named: Named): string =>
  operationWords[work.operation as N].describe(work, named)
