import { pictureOperations } from '../../../shared/operations.ts'

/** SQL for a column of all jobs about the picture `?1` alone: their subject is its id, or begins with it and a line break. */
export const selectJobsOfPicture = (column: 'id' | 'seq'): string =>
  pictureOperations
    .map((name) => `SELECT ${column} FROM jobs WHERE operation = '${name}' AND subject >= ?1 AND subject < ?1 || char(11)`)
    .join(' UNION ALL ')
