import { actionFacts } from '../../../../../shared/activity/actions.ts'
import { defaultAttribute } from '../../../../../shared/products/products.ts'
import type { Journal } from '../../../base/database/journal.ts'

/** Actions, the newest first, and products of the list that are looked at. */
const mostActions = 500
const mostEntries = 50

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    // Damage: its attributes are not known.
    return null
  }
}

/** Attributes that this workspace's texts, and its pictures, were sent to. */
const sentTo = (
  journal: Journal,
  connectionId: string | null,
): { readonly texts: readonly string[]; readonly pictures: readonly string[] } => {
  const facts = journal
    .all(
      `SELECT facts FROM (SELECT seq, facts, connection_id FROM actions ORDER BY seq DESC LIMIT ${mostActions})
       WHERE connection_id IS ? ORDER BY seq DESC`,
      connectionId,
    )
    .flatMap((row) => actionFacts.safeParse(parse(row.facts)).data ?? [])
  return {
    texts: facts.flatMap((one) => (one.kind === 'set-text' ? one.attributes : [])),
    pictures: facts.flatMap((one) => (one.kind === 'attach' || one.kind === 'replace' ? [one.attribute] : [])),
  }
}

/** Further columns of the product list. */
const listedIn = (journal: Journal, connectionId: string | null): readonly string[] =>
  journal
    .all(
      `SELECT further FROM catalogue_lists CROSS JOIN catalogue_entries USING (import)
       WHERE connection_id = ? AND state = 'current' ORDER BY seq LIMIT ${mostEntries}`,
      connectionId ?? '',
    )
    .flatMap((row) => {
      const further = parse(row.further)
      return Array.isArray(further) ? further.map((one) => String(one?.[0] ?? '')) : []
    })

/**
 * Names that may be attributes for texts: those that texts were sent to, the newest first, then columns of the product list. Without the attributes
 * that pictures go to.
 */
export const readTextAttributes = (journal: Journal, connectionId: string | null): string[] => {
  const { texts, pictures } = sentTo(journal, connectionId)
  const seen = new Set([defaultAttribute, ...pictures].map((one) => one.toLowerCase()))
  return [...texts, ...listedIn(journal, connectionId)].filter((one) => {
    const key = one.trim().toLowerCase()
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
