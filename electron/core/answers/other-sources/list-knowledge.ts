import type { KnowledgeItem } from '../../../../shared/answers/other-sources.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { ContentCalls } from '../../service/calls/content-calls.ts'
import type { Pacer } from '../../service/pace/pacer.ts'
import { askPaced } from '../brand-voices/read-all-voices.ts'

type Options = {
  readonly paths: Pick<Connection['paths'], 'knowledge'>
  readonly client: Pick<ContentCalls, 'listKnowledge'>
  readonly pacer: Pacer
}

/** How many are shown; more are found by searching. */
const shownItems = 50
/** A person waits for it, and can type the id instead. */
const limitMs = 15_000

/**
 * Reads the workspace's knowledge items at the connection's path for them, at the pace of lists; `q`, `page` and `size` as lists of this
 * service take them (not-shown.md, "GET /v1/tones"). Throws AppError `usage` where the connection names no path, and those of a request.
 */
export const listKnowledge = async (
  text: string,
  { paths, client, pacer }: Options,
): Promise<{ items: KnowledgeItem[]; total: number | null }> => {
  const path = paths.knowledge
  if (path === undefined) throw new AppError('usage', { kind: 'no-knowledge-path' })
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new AppError('timeout', { kind: 'knowledge-timeout', seconds: limitMs / 1000 }, { kept: 'nothing-changed' })),
    limitMs,
  )
  const ask = () => client.listKnowledge({ path, text: text.trim(), size: shownItems }, { signal: limit.signal })
  const { items, pages } = await askPaced(pacer, ask).finally(() => clearTimeout(timer))
  return { items: items.slice(0, shownItems), total: pages.total ?? null }
}
