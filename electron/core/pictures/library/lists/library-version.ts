import type { Journal } from '../../../base/database/journal.ts'

/** Another value after every write: of this connection (triggers included), or of another one. */
export const readLibraryVersion = (journal: Pick<Journal, 'get'>): string =>
  `${journal.get('SELECT total_changes() AS changes')?.changes} ${journal.get('PRAGMA data_version')?.data_version}`
