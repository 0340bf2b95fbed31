import { AppError } from '../../shared/errors.ts'
import type { CurrentStatement } from '../../shared/jobs.ts'

/** What `--current none|known|ID,…` and `--service-appends` say about a product's list; `null`: nothing was said. */
export const readCurrent = (options: { readonly current?: string; readonly serviceAppends?: boolean }): CurrentStatement | null => {
  if (options.serviceAppends && options.current !== undefined)
    throw new AppError('usage', 'Either --current or --service-appends, not both. Nothing was queued.')
  if (options.serviceAppends) return { kind: 'appends' }
  if (options.current === undefined) return null
  const current = options.current.trim()
  if (current === 'none') return { kind: 'nothing' }
  if (current === 'known') return { kind: 'as-known' }
  const ids = current.split(',').map((id) => id.trim())
  if (ids.includes(''))
    throw new AppError('usage', '--current takes none, known, or source ids with commas between them. Nothing was queued.')
  return { kind: 'ids', ids }
}
