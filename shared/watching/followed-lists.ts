import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { columnRole } from '../base/row-problem.ts'
import { saidRow } from '../products/catalogue.ts'
import { listReading } from '../products/list-form.ts'

/** When a followed list is read again. A file: when it has changed. An address: each hour or day, or only when a person says so. */
export const listRhythms = ['changes', 'hour', 'day', 'hand'] as const
export type ListRhythm = (typeof listRhythms)[number]

/** How many examples of each kind are kept. */
export const mostExamples = 20

/** A product of which a new version says something. `changes`: header or role, and what it was and is. */
export const changedExample = z.object({
  called: z.string(),
  changes: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()])),
})
export type ChangedExample = z.infer<typeof changedExample>

/** What a new version of a followed list would change. The counts are those of an import (shared/products/catalogue.ts). */
export const listChanges = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Products that the earlier list has and this one lacks. Those that were missing before don't count. */
  missing: z.number().int(),
  /** Variants that it lacks, where products are the products of the workspace. */
  missingVariants: z.number().int(),
  refused: z.number().int(),
  kept: z.number().int(),
  examples: z.object({
    added: z.array(z.string()),
    changed: z.array(changedExample),
    missing: z.array(z.string()),
    refused: z.array(saidRow),
  }),
  /** Pictures that are matched to its missing and its changed products. They stay matched. */
  matched: z.object({ missing: z.number().int(), changed: z.number().int() }),
})
export type ListChanges = z.infer<typeof listChanges>

/** A version that waits until a person accepts or leaves it. `version`: its SHA-256; `against`: the import that it was compared with. */
export const waitingVersion = z.object({
  version: z.string(),
  foundAt: z.number(),
  against: z.number().int().nullable(),
  changes: listChanges,
})
export type WaitingVersion = z.infer<typeof waitingVersion>

/** How a followed list is read: as it was when it was followed. `columns`: the header of each role. */
export const followedReading = z.looseObject({
  headers: z.array(z.string()),
  columns: z.partialRecord(columnRole, z.number().int().min(0)),
  reading: listReading,
})
export type FollowedReading = z.infer<typeof followedReading>

/** A list that Packshot reads again by itself; at most one for each workspace. */
export const followedList = z.object({
  id: z.string(),
  kind: z.enum(['file', 'address']),
  name: z.string(),
  /** Its path, or its address without what may be secret in it. */
  place: z.string(),
  rhythm: z.enum(listRhythms),
  /** A new version counts at once, unless products would be missing or rows refused. */
  accepts: z.boolean(),
  /** When it was last looked at; `null`: not yet. */
  checkedAt: z.number().nullable(),
  /** Why it could not be read. The earlier list counts. */
  problem: errorRecord.nullable(),
  waiting: waitingVersion.nullable(),
})
export type FollowedList = z.infer<typeof followedList>
