import { AppError } from '../../shared/errors.ts'
import type { Kept } from '../../shared/failures/kept.ts'
import type { CurrentStatement } from '../../shared/jobs.ts'
import { findUnlikeId } from '../../shared/source-ids.ts'
import type { OpenCore } from './with-core.ts'

type Client = OpenCore['client']

export type CurrentOptions = { readonly current?: string; readonly removed?: string; readonly serviceAppends?: boolean }

const idsMark = 'ids:'

const splitIds = (text: string): string[] => text.split(',').map((id) => id.trim())

/** The source ids that this workspace has given us, as far as they are known here. */
export const listKnownIds = async (client: Client): Promise<readonly string[]> => {
  const images = await client.images.list()
  const products = await client.products.list()
  return [
    ...images.flatMap(({ sourceId }) => sourceId ?? []),
    ...products.flatMap(({ lists }) => lists.flatMap((list) => [...(list.sourceIds ?? []), ...(list.maybeIds ?? [])])),
  ]
}

/**
 * What `--current none|known|ID,…`, `--removed ID,…` and `--service-appends` say about a product's list; `null`: nothing was said. A word
 * that looks like none of the `known` ids is a mistyped one unless `ids:` stands before it. Throws AppError `usage`.
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

/** The same, with the ids that are known here looked up where they are needed. */
export const readCurrentWith = async (client: Client, options: CurrentOptions, kept: Kept): Promise<CurrentStatement | null> =>
  readCurrent(options, options.current === undefined ? [] : await listKnownIds(client), kept)
