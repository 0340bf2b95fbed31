import { z } from 'zod'
import { mostPresets, outPreset } from '../exchange/exports.ts'
import { libraryGrouping, librarySort } from '../pictures/library.ts'
import { defaultAttribute } from '../products/products.ts'
import { usualOrder } from '../products/usual-order.ts'

/** How the sheet shows a question set: column widths in pixels and hidden columns, by question, and the order of its rows. */
const sheetColumns = z.object({
  widths: z.record(z.string(), z.number()).default({}),
  hidden: z.array(z.string()).default([]),
  /** `place`, or a question. */
  sort: z.object({ by: z.string(), descending: z.boolean() }).default({ by: 'place', descending: false }),
})

const sheetLook = z.object({
  setId: z.string().nullable().default(null),
  rows: z.enum(['pictures', 'products']).default('pictures'),
  groupBy: z.enum(['nothing', 'product', 'folder']).default('nothing'),
  /** Which cell follows an approved one: the row's next question, or the column's next row. */
  order: z.enum(['row', 'column']).default('row'),
  isPictureShown: z.boolean().default(true),
  /** By question set. */
  columns: z.record(z.string(), sheetColumns).default({}),
})

/** A person's settings; stored in the library's settings table. */
export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** How many uploads, and how many questions, run in parallel. */
  atOnce: z.number().int().min(1).max(32).default(8),
  /** The attribute that pictures were attached to last. */
  attribute: z.string().min(1).max(200).default(defaultAttribute),
  /** Questions to offer again. */
  savedQuestions: z.array(z.string()).default([]),
  /** Who approves and rejects; empty: the name that the system knows the person by. */
  reviewerName: z.string().trim().max(100).default(''),
  /** Tables that a person saved for exporting again. */
  exportPresets: z.array(outPreset).max(mostPresets).default([]),
  /** Whether the person knows that uploads leave out where a picture was taken: said once. */
  knowsLocationsRemoved: z.boolean().default(false),
  /** The time of the newest refused file that the person has seen, milliseconds since 1970: what was dismissed stays away. */
  notAddedSeenAt: z.number().default(0),
  /** What closing the window does while folders are watched, and no work is left. On macOS Packshot stays open. */
  watchingOnClose: z.enum(['ask', 'background', 'quit']).default('ask'),
  /** How the window shows the library. */
  libraryView: z
    .object({
      sort: librarySort,
      groupBy: libraryGrouping.default('nothing'),
      layout: z.enum(['grid', 'list']),
      tileSize: z.enum(['small', 'medium', 'large']),
    })
    .default({ sort: usualOrder, groupBy: 'nothing', layout: 'grid', tileSize: 'medium' }),
  /** How the window shows the sheet. */
  sheetView: sheetLook.default({
    setId: null,
    rows: 'pictures',
    groupBy: 'nothing',
    order: 'row',
    isPictureShown: true,
    columns: {},
  }),
})
export type Settings = z.infer<typeof settings>

/** A change of some settings. It has no defaults, so that omitted settings stay as they are. */
export const settingsChange = z.object({
  theme: settings.shape.theme.unwrap().optional(),
  atOnce: settings.shape.atOnce.unwrap().optional(),
  attribute: settings.shape.attribute.unwrap().optional(),
  savedQuestions: settings.shape.savedQuestions.unwrap().optional(),
  reviewerName: settings.shape.reviewerName.unwrap().optional(),
  exportPresets: settings.shape.exportPresets.unwrap().optional(),
  knowsLocationsRemoved: settings.shape.knowsLocationsRemoved.unwrap().optional(),
  notAddedSeenAt: settings.shape.notAddedSeenAt.unwrap().optional(),
  watchingOnClose: settings.shape.watchingOnClose.unwrap().optional(),
  libraryView: settings.shape.libraryView.unwrap().optional(),
  sheetView: settings.shape.sheetView.unwrap().optional(),
})
export type SettingsChange = z.infer<typeof settingsChange>

/** The data folder and its disk usage in bytes. */
export const storageUse = z.object({
  dataFolder: z.string(),
  originalsBytes: z.number(),
  /** Of pictures that were converted. */
  sentBytes: z.number(),
  thumbnailsBytes: z.number(),
  databaseBytes: z.number(),
})
export type StorageUse = z.infer<typeof storageUse>
