import { type Fate, type KnownList, type Said, toStatement, unknownList } from '../../../shared/products/statements.ts'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'

/** A statement as it is typed. */
export type CurrentDraft = {
  readonly kind: Said['kind']
  readonly text: string
  readonly fates: Readonly<Record<string, Fate>>
}

export const emptyDraft: CurrentDraft = { kind: null, text: '', fates: {} }

/** Splits pasted ids at line breaks, commas or spaces. */
const readIds = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

export const toSaid = ({ kind, text, fates }: CurrentDraft): Said => ({ kind, ids: readIds(text), fates })

/** The statement; `null` while it is incomplete. */
export const readDraft = (draft: CurrentDraft, known: KnownList | null): CurrentStatement | null =>
  toStatement(toSaid(draft), known ?? unknownList)

/** A pasted table as the equivalent typed draft. */
export const draftOf = (current: CurrentStatement): CurrentDraft => ({
  kind: current.kind,
  text: current.kind === 'ids' ? current.ids.join('\n') : '',
  fates: 'removed' in current ? Object.fromEntries((current.removed ?? []).map((id) => [id, 'removed' as const])) : {},
})
