import { z } from 'zod'

/** Ids that Packshot knew of, or sent, and that the person says are not in the list any more. */
const removedInWorkspace = z.array(z.string().min(1)).optional()

/**
 * What a person says the product's list holds now, because the service cannot be asked. A statement that leaves out an id we know of is
 * refused (`current-contradicts`) until it names that id, in `ids` (keep it) or in `removed`.
 */
export const currentStatement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing'), removed: removedInWorkspace }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.string().min(1)), removed: removedInWorkspace }),
  z.object({ kind: z.literal('as-known') }),
  z.object({ kind: z.literal('appends') }),
])

/** Sources other than files (service interface, "Source creation form"). */
export const otherSourceKind = z.enum(['text', 'url', 'knowledge'])

/** What is said of an operation here; its words are in words/operations.ts, its rules in core/work/operations. */
type Description = {
  /** What its jobs are stored with. */
  readonly work: z.ZodObject<{ readonly operation: z.ZodLiteral }>
  /** Requests a minute where a connection states nothing; `null`: no limit is known (not-shown.md, "rates seen"). */
  readonly usualRate: number | null
  /** Its sign in the window (renderer/ui/icon.tsx). */
  readonly icon: string
  /**
   * Its jobs are about one picture: their subject is the picture's id, or that and a line break and more. They are shown in the picture's
   * history, and go with it when it is removed.
   */
  readonly isAboutPicture: boolean
}

/** The one list of what jobs can do. */
export const operations = {
  'upload-source': {
    work: z.object({ operation: z.literal('upload-source'), imageId: z.string() }),
    usualRate: null,
    icon: 'up',
    isAboutPicture: true,
  },
  'create-source': {
    /** Another source than a file: its value has a table of its own (core/sources/other-source-store.ts). `title`: what to call it. */
    work: z.object({ operation: z.literal('create-source'), ref: z.string(), kind: otherSourceKind, title: z.string() }),
    usualRate: null,
    icon: 'file',
    isAboutPicture: false,
  },
  'analyse-image': {
    work: z.object({ operation: z.literal('analyse-image'), imageId: z.string(), question: z.string() }),
    usualRate: 30,
    icon: 'questions',
    isAboutPicture: true,
  },
  'attach-sources': {
    work: z.object({
      operation: z.literal('attach-sources'),
      productRef: z.string(),
      attribute: z.string(),
      imageIds: z.array(z.string()),
      /** As the person said it when they asked; what counts is the facts about the list. `appends` is about this job alone. */
      current: currentStatement.nullable(),
      /** When it was asked for, in the order of the facts about lists: what a person took off later stays off. */
      asked: z.number(),
      /** Attach what is uploaded, leaving out the pictures whose upload is parked. */
      onlyReady: z.boolean(),
      /** A person chose to wait for the parked uploads. */
      waits: z.boolean(),
      /**
       * Absent or `null`: the pictures are added. Else the whole list that is wanted, in order; then `imageIds` are those of ours in it,
       * and those taken off.
       */
      replaceWith: z.array(z.string()).nullable().optional(),
      /** With `replaceWith`: the list that the person saw. What was attached since then stays, at the end. */
      replaceSeen: z.array(z.string()).optional(),
      /** Sources that the workspace no longer has, and what a person chose: the picture's new source replaces them, or they are left out. */
      gone: z.array(z.object({ sourceId: z.string(), imageId: z.string().nullable() })).optional(),
    }),
    usualRate: null,
    icon: 'link',
    isAboutPicture: false,
  },
  'create-product': {
    work: z.object({
      operation: z.literal('create-product'),
      productRef: z.string(),
      name: z.string(),
      /** The person wants another one although there is one of that name. */
      again: z.boolean().optional(),
    }),
    usualRate: null,
    icon: 'products',
    isAboutPicture: false,
  },
  'write-text': {
    work: z.object({
      operation: z.literal('write-text'),
      imageId: z.string(),
      /** The job whose answer is rewritten. */
      answerJobId: z.string(),
      voiceId: z.string(),
      voiceName: z.string(),
      /** What the person asks for besides the voice. */
      instruction: z.string().nullable(),
    }),
    usualRate: 105,
    icon: 'edit',
    isAboutPicture: true,
  },
} as const satisfies Readonly<Record<string, Description>>

export type OperationName = keyof typeof operations

const names = Object.keys(operations) as [OperationName, ...OperationName[]]
export const operationName = z.enum(names)

type AnyWork = (typeof operations)[OperationName]['work']

/** What a job is to do; a union on `operation`. */
export const jobWork = z.discriminatedUnion('operation', names.map((name) => operations[name].work) as [AnyWork, ...AnyWork[]])

/** The operations whose jobs are about one picture. */
export const pictureOperations = names.filter((name) => operations[name].isAboutPicture)

/** Requests a minute by operation; `null`: the workspace states that it has no limit. Absent: it states nothing. */
export const statedRates = z.partialRecord(operationName, z.number().positive().nullable())
export type StatedRates = z.infer<typeof statedRates>
