import { countOf, formatCount } from '../base/number-words.ts'
import type { JobWork } from './jobs.ts'
import type { OperationName, OtherSourceKind } from './operations.ts'

/** Known file names, and the product's name or id. */
export type Named = { readonly imageName: string | null; readonly productName: string | null }

type OperationWords<W> = {
  /** Its icon in the window (renderer/ui/icon.tsx). */
  readonly icon: 'up' | 'file' | 'questions' | 'link' | 'products' | 'edit'
  /** Its jobs in a sentence: “Waiting (uploads): …”. */
  readonly jobs: string
  /** Its jobs as the name of a setting. */
  readonly setting: string
  /** While it is on hold. */
  readonly waits: string
  /** One job: “Upload mug.jpg”. */
  readonly describe: (work: W, named: Named) => string
  /** What an attempt without an answer may have done: “No answer came: … in the workspace.” `name`: of what it makes. */
  readonly mayBeDone: (name: string | null) => string
  /** What a person can do then. */
  readonly ifUncertain: string
  /** What an attempt that was done may leave in the workspace; absent: nothing that stays. */
  readonly spare?: string
  /** Said of a job that may have been done twice. `attempts`: “2 earlier attempts ended without an answer”. */
  readonly repeated: (attempts: string) => string
  /** After lost answers. */
  readonly mayBeTwice: (count: number) => string
}

const kinds: Readonly<Record<OtherSourceKind, string>> = { text: 'text', url: 'web address', knowledge: 'knowledge item' }

/** A kind of source that is not a file. */
export const nameKind = (kind: OtherSourceKind): string => kinds[kind]

const spareSource = (attempts: string): string => `Sent again: ${attempts}, so a spare source may exist in the workspace.`

/** All texts about kinds of jobs. */
export const operationWords: { readonly [N in OperationName]: OperationWords<Extract<JobWork, { readonly operation: N }>> } = {
  'upload-source': {
    icon: 'up',
    jobs: 'uploads',
    setting: 'Uploads',
    waits: 'Uploads wait',
    describe: ({ again }, { imageName }) => (again ? `Send ${imageName ?? 'picture'} again` : `Upload ${imageName ?? 'picture'}`),
    mayBeDone: () => 'a source may have been created',
    ifUncertain: 'Check in the workspace whether it is there: if not, upload it again.',
    spare: 'a spare source',
    repeated: spareSource,
    mayBeTwice: (count) =>
      `${countOf(count, 'upload')} may have been sent twice: ${count === 1 ? 'a spare source' : 'spare sources'} may exist`,
  },
  'create-source': {
    icon: 'file',
    jobs: 'sources',
    setting: 'Other sources',
    waits: 'Texts, addresses and knowledge items wait',
    describe: ({ kind, title }) => `Create source from ${nameKind(kind)} ${title}`,
    mayBeDone: () => 'a source may have been created',
    ifUncertain: 'Check in the workspace whether it is there: if not, create it again.',
    spare: 'a spare source',
    repeated: spareSource,
    mayBeTwice: (count) => `${countOf(count, 'source')} may have been created twice`,
  },
  'analyse-image': {
    icon: 'questions',
    jobs: 'questions',
    setting: 'Questions',
    waits: 'Questions wait',
    describe: ({ question }, { imageName }) => (imageName === null ? `Ask: ${question}` : `Ask about ${imageName}: ${question}`),
    mayBeDone: () => 'the question may have been answered',
    ifUncertain: 'Ask it again.',
    repeated: (attempts) => `Asked again: ${attempts}.`,
    mayBeTwice: (count) => `${countOf(count, 'question')} may have been asked twice`,
  },
  'attach-sources': {
    icon: 'link',
    jobs: 'attachments',
    setting: 'Attaching',
    waits: 'Attaching waits',
    describe: ({ replaces, swap, pictures }, { productName }) => {
      const product = productName ?? 'a product'
      if (swap) return `${swap.undoes === null ? 'Replace' : 'Put back the earlier files of'} ${countOf(pictures, 'picture')} in ${product}`
      return replaces != null
        ? `Change the pictures of ${product} to these ${formatCount(replaces)}`
        : `Attach ${countOf(pictures, 'picture')} to ${product}`
    },
    mayBeDone: () => 'the pictures may have been added',
    ifUncertain: 'Look at the product: if they are missing, attach them again; if not, cancel this.',
    repeated: (attempts) => `Sent again with the whole list: ${attempts}.`,
    mayBeTwice: (count) => `${countOf(count, 'attachment')} may have been sent twice, with the same list`,
  },
  'set-text': {
    icon: 'edit',
    jobs: 'product texts',
    setting: 'Product texts',
    waits: 'Product texts wait',
    describe: ({ attribute, text }, { productName }) =>
      text === '' ? `Empty “${attribute}” of ${productName ?? 'a product'}` : `Set “${attribute}” of ${productName ?? 'a product'}`,
    mayBeDone: () => 'the text may be there',
    ifUncertain: 'Send it again.',
    repeated: (attempts) => `Sent again: ${attempts}.`,
    mayBeTwice: (count) => `${countOf(count, 'text')} may have been sent twice, with the same words`,
  },
  'create-product': {
    icon: 'products',
    jobs: 'new products',
    setting: 'New products',
    waits: 'New products wait',
    describe: ({ name }) => `Create product ${name}`,
    mayBeDone: (name) => `${name === null ? 'it' : `“${name}”`} may have been created`,
    ifUncertain: 'Check in the workspace whether it is there: if so, enter its ID; if not, create it again.',
    spare: 'a second product of this name',
    repeated: (attempts) => `Created again: ${attempts}, so a second product of this name may exist.`,
    mayBeTwice: (count) => `${countOf(count, 'product')} may have been created twice`,
  },
  'write-text': {
    icon: 'edit',
    jobs: 'texts',
    setting: 'Texts in a brand voice',
    waits: 'Texts in a brand voice wait',
    describe: ({ voiceName }, { imageName }) => `Write about ${imageName ?? 'picture'} with the brand voice ${voiceName}`,
    mayBeDone: () => 'the text may have been written',
    ifUncertain: 'Write it again.',
    repeated: (attempts) => `Written again: ${attempts}, so the workspace may have written, and counted, a text that is not here.`,
    mayBeTwice: (count) => `${countOf(count, 'text')} may have been written and counted twice`,
  },
}

/** The name of a job: `Upload mug.jpg`. */
export const describeWork = <N extends OperationName>(work: Extract<JobWork, { readonly operation: N }>, named: Named): string =>
  operationWords[work.operation as N].describe(work, named)
