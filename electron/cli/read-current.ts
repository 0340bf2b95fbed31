import { AppError } from '../../shared/base/errors.ts'
import type { Kept } from '../../shared/base/kept.ts'
import { findUnlikeId } from '../../shared/products/source-ids.ts'
import type { CurrentStatement } from '../../shared/queue/jobs.ts'
import type { OpenCore } from './with-core.ts'

type Client = OpenCore['client']

export type CurrentOptions = { readonly current?: string; readonly removed?: string; readonly serviceAppends?: boolean }

const idsMark = 'ids:'

const splitIds = (text: string): string[] => text.split(',').map((id) => id.trim())

/** The known source ids that this workspace has given us. */
export const listKnownIds = async (client: Client): Promise<readonly string[]> => {
  const images = await client.pictures.list()
  const products = await client.products.list()
  return [
    ...images.flatMap(({ sourceId }) => sourceId ?? []),
    ...products.flatMap(({ lists }) => lists.flatMap((list) => [...(list.sourceIds ?? []), ...(list.maybeIds ?? [])])),
  ]
}

/**
 * Reads `--current none|known|ID,…`, `--removed ID,…` and `--service-appends` as a statement; `null`: none was given. A word
 * unlike any of the `known` ids counts as mistyped, unless it has the prefix `ids:`. Throws AppError `usage`.
 */
export const readCurrent = (options: CurrentOptions, known: readonly string[], kept: Kept = 'nothing-queued'): CurrentStatement | null => {
  if (options.serviceAppends && options.current !== undefined)
    throw new AppError('usage', { kind: 'options-exclusive', options: ['--current', '--service-appends'] }, { kept })
  const removed = options.removed === undefined ? [] : splitIds(options.removed)
  const current = options.current?.trim()
  if (removed.includes('') || (removed.length > 0 && (current === undefined || current === 'known')))
    throw new AppError('usage', { kind: 'removed-unreadable' }, { kept })
  if (options.serviceAppends) return { kind: 'appends' }
  if (current === undefined) return null
  const gone = removed.length > 0 ? { removed } : {}
  if (current === 'none') return { kind: 'nothing', ...gone }
  if (current === 'known') return { kind: 'as-known' }
  const isMarked = current.startsWith(idsMark)
  const ids = splitIds(isMarked ? current.slice(idsMark.length) : current)
  if (ids.includes('')) throw new AppError('usage', { kind: 'current-unreadable' }, { kept })
  const unlike = isMarked ? undefined : findUnlikeId(ids, known)
  if (unlike !== undefined) throw new AppError('usage', { kind: 'list-id-unlike', id: unlike }, { kept })
  return { kind: 'ids', ids, ...gone }
}

/** The same, looking up the known ids only when needed. */
export const readCurrentWith = async (client: Client, options: CurrentOptions, kept: Kept): Promise<CurrentStatement | null> =>
  readCurrent(options, options.current === undefined ? [] : await listKnownIds(client), kept)
