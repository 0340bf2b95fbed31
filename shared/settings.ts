import { z } from 'zod'
import { libraryGrouping, librarySort } from './library.ts'
import { defaultAttribute } from './products.ts'
import { usualOrder } from './usual-order.ts'

/** A person's settings; stored in the library's settings table. */
export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** How many uploads, and how many questions, run in parallel. */
  atOnce: z.number().int().min(1).max(32).default(8),
  /** The attribute that pictures were attached to last. */
  attribute: z.string().min(1).max(200).default(defaultAttribute),
  /** Questions to offer again. */
  savedQuestions: z.array(z.string()).default([]),
  /** How the window shows the library. */
  libraryView: z
    .object({
      sort: librarySort,
      groupBy: libraryGrouping.default('nothing'),
      layout: z.enum(['grid', 'list']),
      tileSize: z.enum(['small', 'medium', 'large']),
    })
    .default({ sort: usualOrder, groupBy: 'nothing', layout: 'grid', tileSize: 'medium' }),
})
export type Settings = z.infer<typeof settings>

/** A change of some settings. It has no defaults, so that omitted settings stay as they are. */
export const settingsChange = z.object({
  theme: settings.shape.theme.unwrap().optional(),
  atOnce: settings.shape.atOnce.unwrap().optional(),
  attribute: settings.shape.attribute.unwrap().optional(),
  savedQuestions: settings.shape.savedQuestions.unwrap().optional(),
  libraryView: settings.shape.libraryView.unwrap().optional(),
})
export type SettingsChange = z.infer<typeof settingsChange>

/** The data folder and its disk usage in bytes. */
export const storageUse = z.object({
  dataFolder: z.string(),
  originalsBytes: z.number(),
  thumbnailsBytes: z.number(),
  databaseBytes: z.number(),
})
export type StorageUse = z.infer<typeof storageUse>
