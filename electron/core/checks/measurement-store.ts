import { measuredPixels, pictureText } from '../../../shared/checks/measurement-shapes.ts'
import { type MeasuredPixels, measuringVersion, type PictureMeasurement, type PictureText } from '../../../shared/checks/measurements.ts'
import type { Journal } from '../base/database/journal.ts'

/** What is measured: a picture’s pixels, as its fixes make it, and the print on it. */
export type MeasuredPart = 'pixels' | 'print'

/** An original, by its SHA-256 in lowercase hex, and the key of its fixes (shared/checks/picture-fixes.ts); `''`: none. */
export type MeasuredContent = { readonly sha256: string; readonly fixes: string }

/** `failed`: measuring a part was tried, and is not tried again. */
export type MeasurementState = { readonly kind: 'measured'; readonly measurement: PictureMeasurement } | { readonly kind: 'failed' }

const parse = <T>(text: unknown, shape: { readonly safeParse: (value: unknown) => { readonly data?: T | undefined } }): T | undefined => {
  try {
    return shape.safeParse(JSON.parse(String(text))).data
  } catch {
    return undefined
  }
}

const toText = (row: { readonly read: unknown; readonly print: unknown }): Pick<PictureMeasurement, 'text' | 'textUnread'> => {
  if (row.read === null) return { text: null, textUnread: 'not-yet' }
  const text = row.print === null ? undefined : parse(row.print, pictureText)
  return text ? { text } : { text: null, textUnread: 'failed' }
}

export type MeasurementStore = ReturnType<typeof createMeasurementStore>

/**
 * Measurements of originals, by content and fixes: the same bytes are measured once. Triggers keep the list of pictures that are still to be measured
 * (base/database/derived-pictures.ts). Call its changes inside `journal.write`.
 */
export const createMeasurementStore = (journal: Journal) => ({
  /** Places (`images.seq`) of pictures of the library that passed their check and whose part is not measured, the oldest first. */
  listDue: (part: MeasuredPart, limit: number): number[] =>
    journal
      .all(
        part === 'pixels'
          ? 'SELECT picture FROM measurements_due INDEXED BY measurements_due_of_pixels WHERE pixels = 1 ORDER BY picture LIMIT ?'
          : 'SELECT picture FROM measurements_due INDEXED BY measurements_due_of_print WHERE print = 1 ORDER BY picture LIMIT ?',
        limit,
      )
      .map((row) => Number(row.picture)),
  countDue: (part: MeasuredPart): number =>
    Number(
      journal.get(
        part === 'pixels'
          ? 'SELECT count(*) AS n FROM measurements_due WHERE pixels = 1'
          : 'SELECT count(*) AS n FROM measurements_due WHERE print = 1',
      )?.n ?? 0,
    ),
  /** `null`: it can't be measured. */
  keepPixels: ({ sha256, fixes }: MeasuredContent, measured: MeasuredPixels | null): void => {
    journal.run(
      'INSERT OR REPLACE INTO measurements (sha256, fixes, measured_by, value) VALUES (?, ?, ?, ?)',
      sha256,
      fixes,
      measuringVersion,
      measured && JSON.stringify(measured),
    )
  },
  /** `null`: it can't be read. */
  keepPrint: (sha256: string, text: PictureText | null): void => {
    journal.run(
      'INSERT OR REPLACE INTO printed_texts (sha256, measured_by, value) VALUES (?, ?, ?)',
      sha256,
      measuringVersion,
      text && JSON.stringify(text),
    )
  },
  /** Of each of these, in their order; `undefined`: it is not measured yet. */
  ofEach: (contents: readonly MeasuredContent[]): (MeasurementState | undefined)[] =>
    journal
      .all(
        `SELECT measurements.sha256 AS measured, measurements.value, printed_texts.sha256 AS read, printed_texts.value AS print
         FROM json_each(?) AS wanted
         LEFT JOIN measurements ON measurements.sha256 = wanted.value ->> '$.sha256' AND measurements.fixes = wanted.value ->> '$.fixes'
         LEFT JOIN printed_texts ON printed_texts.sha256 = wanted.value ->> '$.sha256'
         ORDER BY wanted.key`,
        JSON.stringify(contents.map(({ sha256, fixes }) => ({ sha256, fixes }))),
      )
      .map((row): MeasurementState | undefined => {
        if (row.measured === null) return undefined
        const pixels = row.value === null ? undefined : parse(row.value, measuredPixels)
        return pixels
          ? { kind: 'measured', measurement: { ...pixels, ...toText({ read: row.read, print: row.print }) } }
          : { kind: 'failed' }
      }),
  /** Removes some that were measured in another way, which makes their pictures due; `false`: there was none. */
  forgetOutdated: (limit: number): boolean => {
    const pixels = journal.run(
      'DELETE FROM measurements WHERE (sha256, fixes) IN (SELECT sha256, fixes FROM measurements WHERE measured_by < ?1 OR measured_by > ?1 LIMIT ?2)',
      measuringVersion,
      limit,
    )
    const texts = journal.run(
      'DELETE FROM printed_texts WHERE sha256 IN (SELECT sha256 FROM printed_texts WHERE measured_by < ?1 OR measured_by > ?1 LIMIT ?2)',
      measuringVersion,
      limit,
    )
    return pixels + texts > 0
  },
})
