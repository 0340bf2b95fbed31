import { z } from 'zod'
import { type PictureCode, pictureCode } from '../../../../shared/pictures/picture-codes.ts'
import type { Journal } from '../../base/database/journal.ts'

/** What came of reading a picture. `failed`: it was tried, and is not tried again. */
export type CodeReading = { readonly kind: 'read'; readonly codes: readonly PictureCode[] } | { readonly kind: 'failed' }

const kept = z.array(pictureCode)

/** Codes as they are kept; what can't be read is none. */
export const parseCodes = (text: unknown): readonly PictureCode[] => {
  try {
    return kept.safeParse(JSON.parse(String(text))).data ?? []
  } catch {
    return []
  }
}

export type CodeStore = ReturnType<typeof createCodeStore>

/**
 * The barcodes of originals, by content: the same bytes are read once. Triggers keep the list of pictures that are still to be read
 * (base/database/derived-pictures.ts). Call its changes inside `journal.write`.
 */
export const createCodeStore = (journal: Journal) => ({
  /** Places (`images.seq`) of pictures of the library that passed their check and were never read, the oldest first. */
  listDue: (limit: number): number[] =>
    journal.all('SELECT picture FROM codes_due ORDER BY picture LIMIT ?', limit).map((row) => Number(row.picture)),
  hasDue: (): boolean => journal.get('SELECT 1 FROM codes_due LIMIT 1') !== undefined,
  countDue: (): number => Number(journal.get('SELECT count(*) AS n FROM codes_due')?.n ?? 0),
  keep: (sha256: string, reading: CodeReading): void => {
    journal.run(
      `INSERT INTO picture_codes (sha256, state, codes) VALUES (?, ?, ?)
       ON CONFLICT (sha256) DO UPDATE SET state = excluded.state, codes = excluded.codes`,
      sha256,
      reading.kind,
      JSON.stringify(reading.kind === 'read' ? reading.codes : []),
    )
  },
  get: (sha256: string): CodeReading | undefined => {
    const row = journal.get('SELECT state, codes FROM picture_codes WHERE sha256 = ?', sha256)
    if (!row) return undefined
    return row.state === 'failed' ? { kind: 'failed' } : { kind: 'read', codes: parseCodes(row.codes) }
  },
})
