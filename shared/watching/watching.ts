import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import type { ErrorRecord } from '../base/errors.ts'

/** What Packshot does with the pictures of a watched folder. A change is about files that come after it. */
export interface WatchRules {
  /** Also the folders inside it. */
  readonly subfolders: boolean
  /** The workspace that they are for; `null`: the one in use when they come. */
  readonly connectionId: string | null
  /** The set that is asked about each picture; `null`: none, also none of the sets that run by themselves about dropped pictures. */
  readonly questionSetId: string | null
  /** The workspace’s match rules look for a product of each picture. Nothing is attached by itself. */
  readonly match: boolean
  /** False: pictures are uploaded when they are attached or asked about. */
  readonly upload: boolean
  /** Looks again and again, for drives that report no changes. Also without it where the system can’t report them. */
  readonly polling: boolean
}

/** Of a folder about which nothing was said. */
export const usualWatchRules: WatchRules = {
  subfolders: true,
  connectionId: null,
  questionSetId: null,
  match: false,
  upload: true,
  polling: false,
}

export const watchRules: z.ZodType<WatchRules> = z.object({
  subfolders: z.boolean(),
  connectionId: z.string().nullable(),
  questionSetId: z.string().nullable(),
  match: z.boolean(),
  upload: z.boolean(),
  polling: z.boolean(),
})

/** Rules to change; the others stay. */
export const watchRuleChanges = z.object({
  subfolders: z.boolean().optional(),
  connectionId: z.string().nullable().optional(),
  questionSetId: z.string().nullable().optional(),
  match: z.boolean().optional(),
  upload: z.boolean().optional(),
  polling: z.boolean().optional(),
})
export type WatchRuleChanges = z.infer<typeof watchRuleChanges>

export type WatchState =
  /** This Packshot doesn’t watch: it is a command that only reads, or it is about to start. */
  | { readonly kind: 'idle' }
  /** All of it is being looked at. */
  | { readonly kind: 'looking' }
  | { readonly kind: 'watching'; readonly by: 'events' | 'polling' }
  | { readonly kind: 'paused' }
  /** Nothing can be said of its files. It is tried again by itself. */
  | { readonly kind: 'unreachable'; readonly problem: ErrorRecord }
  /** It is watched, but a part waits: for room on the disk, a workspace or a question set. */
  | { readonly kind: 'waiting'; readonly problem: ErrorRecord }

export const watchState: z.ZodType<WatchState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('looking') }),
  z.object({ kind: z.literal('watching'), by: z.enum(['events', 'polling']) }),
  z.object({ kind: z.literal('paused') }),
  z.object({ kind: z.literal('unreachable'), problem: errorRecord }),
  z.object({ kind: z.literal('waiting'), problem: errorRecord }),
])

export interface WatchCounts {
  /** Files of it that are in the library. */
  readonly pictures: number
  /** Files that are still being written, or are to be added. */
  readonly growing: number
  /** Files that were refused; the list of refused files says why. */
  readonly refused: number
  /** Files of other kinds, which Packshot never opens. As the last look found them. */
  readonly others: number
}

/** A folder whose new pictures Packshot adds by itself. */
export interface WatchedFolder {
  readonly id: string
  /** Absolute. */
  readonly path: string
  /** The last part of its path. */
  readonly name: string
  readonly rules: WatchRules
  readonly state: WatchState
  readonly counts: WatchCounts
  /** When all of it was last looked at; milliseconds since 1970. `null`: never. */
  readonly lastLookAt: number | null
}

const watchCounts: z.ZodType<WatchCounts> = z.object({
  pictures: z.number().int(),
  growing: z.number().int(),
  refused: z.number().int(),
  others: z.number().int(),
})

export const watchedFolder: z.ZodType<WatchedFolder> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  rules: watchRules,
  state: watchState,
  counts: watchCounts,
  lastLookAt: z.number().nullable(),
})

/** A folder to watch: one that a person chose in the host’s dialog (`watching.choose`), or, for the command only, a path. */
export const folderToWatch = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('target'), target: z.string() }),
  z.object({ kind: z.literal('path'), path: z.string() }),
])
export type FolderToWatch = z.infer<typeof folderToWatch>

/** What came of watched folders. */
export interface WatchChanges {
  /** New pictures in the library. */
  readonly added: number
  /** Files with other content than before: each is offered as a new version of its picture (`versions`). */
  readonly changed: number
  /** Files with another name or place; their pictures follow. */
  readonly renamed: number
  /** Files that are gone from the folder. Their pictures stay. */
  readonly deleted: number
  readonly refused: number
}

export interface FolderReport extends WatchChanges {
  /** Of the folder. */
  readonly id: string
  readonly path: string
  readonly name: string
}

/** What watched folders brought since a person last acknowledged it. */
export interface WatchReport extends WatchChanges {
  /** To acknowledge exactly this. */
  readonly through: number
  /** When the first and the last of it happened, milliseconds since 1970; `null`: nothing did. */
  readonly since: number | null
  readonly until: number | null
  /** Nothing is being added or checked, so that this is the whole of it for now. */
  readonly isSettled: boolean
  /** Those with changes, in the order of the list of folders. */
  readonly folders: readonly FolderReport[]
  /** The newest drop of it (the key of its group, where the library is grouped by drops); `null`: nothing was added. */
  readonly newestDrop: string | null
}

const changes = {
  added: z.number().int(),
  changed: z.number().int(),
  renamed: z.number().int(),
  deleted: z.number().int(),
  refused: z.number().int(),
}

export const watchReport: z.ZodType<WatchReport> = z.object({
  ...changes,
  through: z.number().int(),
  since: z.number().nullable(),
  until: z.number().nullable(),
  isSettled: z.boolean(),
  folders: z.array(z.object({ ...changes, id: z.string(), path: z.string(), name: z.string() })),
  newestDrop: z.string().nullable(),
})
