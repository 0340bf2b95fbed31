import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { failedCheck } from '../base/failed-check.ts'
import { rowChecks } from '../checks/requirement-checks.ts'
import { maxQuestionLength } from './questions.ts'

/** A person's judgement of a cell. Another text makes it a draft again. */
export const cellReview = z.enum(['draft', 'approved', 'rejected'])
export type CellReview = z.infer<typeof cellReview>

/** Instead of a set: the questions that were asked in this workspace, the newest first. */
export const askedQuestions = 'asked'

/** Longest text that a person can put into a cell, in characters. */
export const longestCellText = 20_000

/**
 * A row is shown if one of its cells is any of these. `no-answer`: the service couldn't tell, asking failed, or a person emptied it ·
 * `not-approved`: it has a text, but no approval · `earlier-file`: the workspace was asked about an earlier file of the picture.
 */
export const sheetFilter = z.enum([
  ...(['not-asked', 'no-answer', 'on-its-way', 'fails-check', 'not-approved', 'approved', 'rejected', 'edited', 'earlier-file'] as const),
])
export type SheetFilter = z.infer<typeof sheetFilter>

/** Which rows a sheet shows, in which order, and which questions are its columns. */
export const sheetView = z.object({
  /** A question set, or `askedQuestions`. */
  setId: z.string(),
  /** A product's row shows the cells of its main picture, the first one. */
  rows: z.enum(['pictures', 'products']).default('pictures'),
  /** The columns that are shown: only their cells count for filters, the search and the counts. `null`: all of the set. */
  questions: z.array(z.string()).nullable().default(null),
  /** Rows of pictures only. */
  groupBy: z.enum(['nothing', 'product', 'folder']).default('nothing'),
  /** Words that are each in its place, its product or the text of a shown cell. */
  text: z.string().default(''),
  only: z.array(sheetFilter).default([]),
  productKey: z.string().nullable().default(null),
  /** A drop's number. */
  drop: z.number().int().nullable().default(null),
  /** A selection of pictures, by the name that `sheet.keepSelection` gave it. */
  images: z.string().nullable().default(null),
  /** By `place` (pictures: the library's usual order; products: by name), or by the texts of a question. Empty cells are last. */
  sort: z.object({ by: z.string(), descending: z.boolean() }).default({ by: 'place', descending: false }),
})
export type SheetView = z.infer<typeof sheetView>
export type SheetViewInput = z.input<typeof sheetView>

/** What a picture has for a question in the active workspace. */
export const sheetCell = z.object({
  question: z.string(),
  /** Of the answer that is shown; `null`: there is none. */
  jobId: z.string().nullable(),
  /** `own`: a person's words where nothing was answered · `none`: empty. */
  kind: z.enum(['answer', 'cannot-tell', 'own', 'none']),
  /** As it is shown: a person's words, else the service's. */
  text: z.string(),
  isEdited: z.boolean(),
  review: cellReview,
  reviewedBy: z.string().nullable(),
  /** Milliseconds since 1970. */
  reviewedAt: z.number().nullable(),
  /** Changes with the text and the review. */
  digest: z.string(),
  fails: z.array(failedCheck),
  /** A question that is on its way, or was set aside; `null`: nothing is. `jobId`: of that job. */
  work: z.object({ state: z.enum(['waiting', 'running', 'parked']), jobId: z.string(), reason: errorRecord.nullable() }).nullable(),
  /** The workspace was asked about an earlier file of the picture. */
  isAboutEarlier: z.literal(true).optional(),
})
export type SheetCell = z.infer<typeof sheetCell>

/** The text that goes out: none where the service couldn't tell and no person wrote anything. */
export const cellValue = ({ kind, text, isEdited }: Pick<SheetCell, 'kind' | 'text' | 'isEdited'>): string =>
  kind === 'cannot-tell' && !isEdited ? '' : text

export const sheetRow = z.object({
  /** The picture's id, or the product's key. */
  key: z.string(),
  /** `null`: a product without pictures, whose cells stay empty. */
  imageId: z.string().nullable(),
  /** Of the picture; `''`: none. */
  name: z.string(),
  folder: z.string().nullable(),
  /** Of the picture's product, a kept match before an attachment; `null`: none, or not known. */
  productKey: z.string().nullable(),
  sku: z.string().nullable(),
  productId: z.string().nullable(),
  productName: z.string().nullable(),
  /** In how many further products a picture is: its row, and its group, are those of the first. Absent: in none, or the row is a product's. */
  further: z.number().int().optional(),
  /** Of the product; 1 in a row of a picture. */
  pictures: z.number().int(),
  /** Header of the group that it is in; `null`: in none. Rows of a group follow each other. */
  group: z.string().nullable(),
  /** Of the picture, by requirement profiles; absent: no profile is in use, or its results are still being made. */
  checks: rowChecks.optional(),
  /** In the order of the set's questions. */
  cells: z.array(sheetCell),
})
export type SheetRow = z.infer<typeof sheetRow>

/** Of all rows of a view. `cells`: all; `failing`: with a check that fails; `empty`: without a text. */
export const sheetCounts = z.object({
  cells: z.number().int(),
  approved: z.number().int(),
  failing: z.number().int(),
  empty: z.number().int(),
})
export type SheetCounts = z.infer<typeof sheetCounts>

export const cellPlace = z.object({ imageId: z.string(), question: z.string().min(1).max(maxQuestionLength) })
export type CellPlace = z.infer<typeof cellPlace>

/** The workspace whose cells a person saw (`connections.id`), whichever is active by now. Omitted or `null`: the active one. */
export const seenWorkspace = z.string().nullable().optional()

/**
 * Cells that a change or a request is about. `seen`: the digest of what the person saw; a cell that is something else by now stays as it is.
 * `questions`: `null`: all of the set.
 */
export const chosenCells = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cells'),
    cells: z.array(cellPlace.extend({ seen: z.string().nullable().optional() })).max(100_000),
    workspace: seenWorkspace,
  }),
  z.object({
    kind: z.literal('view'),
    view: sheetView,
    questions: z.array(z.string()).nullable().default(null),
    workspace: seenWorkspace,
  }),
])
export type ChosenCells = z.infer<typeof chosenCells>

export const sheetChangeKind = z.enum(['typed', 'pasted', 'filled', 'replaced', 'cleared', 'reviewed', 'imported', 'merged', 'written'])
export type SheetChangeKind = z.infer<typeof sheetChangeKind>

/** A change that can be undone or redone, as a person knows it. */
export const sheetChange = z.object({ change: z.int(), kind: sheetChangeKind, cells: z.number().int(), at: z.number() })
export type SheetChange = z.infer<typeof sheetChange>

/** A change that was undone or redone. `kept`: cells that stayed as they are, since they changed after it. */
export const sheetUndone = sheetChange.extend({ kept: z.number().int() })

/** `seen`: the digest of what the person saw; `null`: whatever is there. `review`: with the new text; else it is a draft. */
export const cellEdit = cellPlace.extend({ text: z.string(), seen: z.string().nullable(), review: cellReview.optional() })
export type CellEdit = z.infer<typeof cellEdit>

/** Why a cell was not changed. `changed`: it is not what the person saw · `removed`: its picture is not in the library. */
export const keptCell = cellPlace.extend({ why: z.enum(['changed', 'removed', 'too-long']) })
export type KeptCell = z.infer<typeof keptCell>

/** What became of a cell, the newest first. */
export const cellEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['answer', 'cannot-tell']),
    jobId: z.string(),
    text: z.string(),
    at: z.number(),
    /** What the question was asked with; `null`: nothing. */
    hint: z.string().nullable(),
  }),
  z.object({ kind: z.literal('edited'), text: z.string(), at: z.number().nullable() }),
  z.object({ kind: z.literal('reviewed'), review: cellReview, text: z.string(), by: z.string().nullable(), at: z.number().nullable() }),
])
export type CellEvent = z.infer<typeof cellEvent>
