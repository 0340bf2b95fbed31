import type { Journal } from '../../base/database/journal.ts'

/** The newest picture of the library, by its number; 0: there is none. */
export const newestPicture = (journal: Pick<Journal, 'get'>): number =>
  Number(journal.get('SELECT max(seq) AS newest FROM images')?.newest ?? 0)

/** Pictures of the library that came after this one; at most a thousand. */
export const picturesAfter = (journal: Pick<Journal, 'all'>, seq: number): readonly string[] =>
  journal.all('SELECT id FROM images WHERE seq > ? AND removed_at IS NULL LIMIT 1000', seq).map(({ id }) => String(id))
