import { AppError } from '../../shared/errors.ts'

const none: readonly string[] = []

/** The ids that a statement left out although the core knew of them (`current-contradicts`). */
export const readDoubtedIds = (error: unknown): readonly string[] => {
  if (!(error instanceof AppError) || error.code !== 'current-contradicts') return none
  const ids = error.facts?.ids
  return Array.isArray(ids) ? ids : none
}
