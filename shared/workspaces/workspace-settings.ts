import { z } from 'zod'

/**
 * Who else changes the pictures of this workspace's products. It decides how long a known list may be sent without a question:
 * always, for a day, for an hour.
 */
export const listEditors = z.enum(['only-here', 'sometimes', 'always'])
export type ListEditors = z.infer<typeof listEditors>

export type ShownAmong = 'settings' | 'sending' | 'advanced'

/** A single-value setting. Its words are in workspace-settings-words.ts, a rule beyond its shape in core/workspaces/connections/connection-rules.ts. */
type Description = {
  /** The connection's value, with its default. */
  readonly kept: z.ZodDefault
  /** The value in a file or link, or from a person. */
  readonly said: z.ZodBoolean | z.ZodEnum | z.ZodString | z.ZodNumber
  /** Of a whole number, the least and the most. */
  readonly range?: readonly [least: number, most: number]
  /** Where the window shows it: among a workspace's settings, among those about what is sent, or behind “Advanced”. */
  readonly shown: ShownAmong
}

/** Most questions in one go that can be set. */
export const mostStopAfter = 1_000_000

/**
 * The single-value settings of a workspace. They define the connection's fields, those of a connection file and link,
 * the window's rows and the command's keys.
 */
export const workspaceSettings = {
  listEditors: {
    /** `null`: not stated; counts as `sometimes`. */
    kept: listEditors.nullable().default(null),
    said: listEditors,
    shown: 'settings',
  },
  productAddress: {
    /** The page of a product, with `{productId}` in it (product-page-link.ts); `null`: not known. */
    kept: z.string().nullable().default(null),
    said: z.string(),
    shown: 'settings',
  },
  stopAfter: {
    /** Questions that are sent before the work stops until a person resumes it; `null`: it never stops. */
    kept: z.number().nullable().default(null),
    /** Its range is a rule (connection-rules.ts), so that an error names it. */
    said: z.number(),
    range: [1, mostStopAfter],
    shown: 'settings',
  },
  jpegQuality: {
    /** Of the JPEGs that pictures of other formats are converted to; `null`: the default. */
    kept: z.number().nullable().default(null),
    said: z.number(),
    range: [1, 100],
    shown: 'sending',
  },
  removePersonal: {
    /** Remove personal data from metadata (sending.ts). */
    kept: z.boolean().default(true),
    said: z.boolean(),
    shown: 'sending',
  },
  longestEdge: {
    /** Pixels; larger pictures are scaled down. `null`: none is. */
    kept: z.number().nullable().default(null),
    said: z.number(),
    range: [100, 30_000],
    shown: 'sending',
  },
  largestFile: {
    /** Kilobytes of 1,000 bytes; the quality of larger files is lowered. `null`: of none. */
    kept: z.number().nullable().default(null),
    said: z.number(),
    range: [20, 100_000],
    shown: 'sending',
  },
  background: {
    /** Takes the place of transparency, as `#rrggbb`; `null`: it stays. */
    kept: z.string().nullable().default(null),
    said: z.string(),
    shown: 'sending',
  },
  serviceAppends: {
    /** A PATCH appends to a list instead of replacing it. */
    kept: z.boolean().default(false),
    said: z.boolean(),
    shown: 'advanced',
  },
} as const satisfies Readonly<Record<string, Description>>

type Descriptions = typeof workspaceSettings
export type SettingName = keyof Descriptions
export type WorkspaceSettings = { readonly [N in SettingName]: z.infer<Descriptions[N]['kept']> }

export const settingNames = Object.keys(workspaceSettings) as SettingName[]

/** Range of a whole number; `undefined`: not a number. */
export const settingRange = (name: SettingName): readonly [least: number, most: number] | undefined =>
  (workspaceSettings[name] as Description).range

/** Its input control. */
export const settingKind = (name: SettingName): 'switch' | 'choice' | 'text' | 'number' => {
  const { said } = workspaceSettings[name]
  if (said instanceof z.ZodBoolean) return 'switch'
  if (said instanceof z.ZodNumber) return 'number'
  return said instanceof z.ZodEnum ? 'choice' : 'text'
}

/** The choices; empty: it has none. */
export const settingOptions = (name: SettingName): readonly string[] => {
  const { said } = workspaceSettings[name]
  return said instanceof z.ZodEnum ? said.options : []
}

const shapeOf = <T>(schemaOf: (name: SettingName) => z.ZodType): T =>
  Object.fromEntries(settingNames.map((name) => [name, schemaOf(name)])) as T

/** Fields of a connection. */
export const keptSettings = shapeOf<{ readonly [N in SettingName]: Descriptions[N]['kept'] }>((name) => workspaceSettings[name].kept)
/** Fields of a connection file; absent: not stated. */
export const saidSettings = shapeOf<{ readonly [N in SettingName]: z.ZodOptional<Descriptions[N]['said']> }>((name) =>
  workspaceSettings[name].said.optional(),
)
/** Fields of a change; absent: unchanged, `null`: back to the default. */
export const changedSettings = shapeOf<{ readonly [N in SettingName]: z.ZodOptional<z.ZodNullable<Descriptions[N]['said']>> }>((name) =>
  workspaceSettings[name].said.nullable().optional(),
)

type Said = { readonly [N in SettingName]?: WorkspaceSettings[N] | null | undefined }

/** Applies a change to the previous settings. An empty text counts as none, and `null` as the default. */
export const settingsAfter = (said: Said, before: Partial<WorkspaceSettings> = {}): WorkspaceSettings =>
  Object.fromEntries(
    settingNames.map((name) => {
      const value = said[name] === undefined ? before[name] : said[name]
      const text = typeof value === 'string' ? value.trim() : value
      return [name, workspaceSettings[name].kept.parse(text === null || text === '' ? undefined : text)]
    }),
  ) as WorkspaceSettings

/** Settings in the form of a connection file: unset ones are left out. */
export const saidAgain = (settings: WorkspaceSettings): { readonly [N in SettingName]?: NonNullable<WorkspaceSettings[N]> } =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
