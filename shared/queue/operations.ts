import { z } from 'zod'

/** Ids that Packshot knew of or sent, and that the person says are no longer in the list. */
const removedInWorkspace = z.array(z.string().min(1)).optional()

/**
 * A person's statement of the product's current list, because the service can't report it. A statement that leaves out a known id is
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
export type OtherSourceKind = z.infer<typeof otherSourceKind>

/** Static facts of an operation; its words are in operations-words.ts, its rules in the `*.job.ts` of its room. */
type Description = {
  /** The input stored with its jobs. */
  readonly work: z.ZodObject<{ readonly operation: z.ZodLiteral }>
  /** Requests a minute if the connection states none; `null`: no known limit (not-shown.md, "rates seen"). */
  readonly usualRate: number | null
  /**
   * Its jobs are about one picture: their subject is, or starts with, the picture's id and a line break. They are shown in the picture's
   * history, and are removed with it.
   */
  readonly isAboutPicture: boolean
}

/** The only list of job operations. */
export const operations = {
  'upload-source': {
    /** `again`: the workspace has it, but may have another file of it than it would get now. */
    work: z.object({ operation: z.literal('upload-source'), imageId: z.string(), again: z.boolean().optional() }),
    usualRate: null,
    isAboutPicture: true,
  },
  'create-source': {
    /** A source that is not a file: its value has its own table (core/answers/other-sources/other-source-store.ts). `title`: its name in lists. */
    work: z.object({ operation: z.literal('create-source'), ref: z.string(), kind: otherSourceKind, title: z.string() }),
    usualRate: null,
    isAboutPicture: false,
  },
  'analyse-image': {
    /** `hint`: what the answer should be like, sent below the question; the answer belongs to the question alone. */
    work: z.object({
      operation: z.literal('analyse-image'),
      imageId: z.string(),
      question: z.string(),
      hint: z.string().optional(),
    }),
    usualRate: 30,
    isAboutPicture: true,
  },
  'attach-sources': {
    work: z.object({
      operation: z.literal('attach-sources'),
      productRef: z.string(),
      attribute: z.string(),
      /** How many; the library has them, in their order (core/pictures/library/attach-pictures.ts). */
      pictures: z.number().int(),
      /** The person's statement when they asked; only the facts about the list count. `appends` applies to this job alone. */
      current: currentStatement.nullable(),
      /** When it was requested, in the order of the facts about lists: pictures that a person removes later stay removed. */
      asked: z.number(),
      /** Attach the uploaded pictures, without those whose upload is parked. */
      onlyReady: z.boolean(),
      /** A person chose to wait for the parked uploads. */
      waits: z.boolean(),
      /**
       * Absent or `null`: the pictures are added. Else how many the complete new list has (core/products/ledger/replaced-lists.ts); then the
       * pictures are ours in it, and the removed ones.
       */
      replaces: z.number().int().nullable().optional(),
      /**
       * Present: no picture is added. Sources of earlier files of its pictures give their places to the newest ones; or, with `undoes`, what that
       * job has replaced gets its places back.
       */
      swap: z.object({ undoes: z.string().nullable() }).optional(),
      /** Sources that the workspace no longer has, with a person's choice: replace them with the picture's new source, or leave them out. */
      gone: z.array(z.object({ sourceId: z.string(), imageId: z.string().nullable() })).optional(),
    }),
    usualRate: null,
    isAboutPicture: false,
  },
  'create-product': {
    work: z.object({
      operation: z.literal('create-product'),
      productRef: z.string(),
      name: z.string(),
      /** The person asked for another product although one has that name. */
      again: z.boolean().optional(),
    }),
    usualRate: null,
    isAboutPicture: false,
  },
  'set-text': {
    work: z.object({
      operation: z.literal('set-text'),
      productRef: z.string(),
      attribute: z.string(),
      text: z.string(),
      /** Where it is unknown what the attribute holds: `ask`: a person decides. */
      unknown: z.enum(['ask', 'replace']),
      /** The text that must be there: another one is somebody's later change, and stays. */
      onlyIf: z.string().optional(),
    }),
    usualRate: null,
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
      /** The person's instruction besides the voice. */
      instruction: z.string().nullable(),
    }),
    usualRate: 105,
    isAboutPicture: true,
  },
} as const satisfies Readonly<Record<string, Description>>

export type OperationName = keyof typeof operations

const names = Object.keys(operations) as [OperationName, ...OperationName[]]
export const operationName = z.enum(names)

type AnyWork = (typeof operations)[OperationName]['work']

/** A job's operation and input; a union on `operation`. */
export const jobWork = z.discriminatedUnion('operation', names.map((name) => operations[name].work) as [AnyWork, ...AnyWork[]])

/** The operations whose jobs are about one picture. */
export const pictureOperations = names.filter((name) => operations[name].isAboutPicture)

/** Requests a minute by operation; `null`: the workspace states no limit. Absent: it states nothing. */
export const statedRates = z.partialRecord(operationName, z.number().positive().nullable())
export type StatedRates = z.infer<typeof statedRates>
