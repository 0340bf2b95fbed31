import type { CellEvent, CellReview } from '../../../../shared/answers/sheet.ts'

export type PlacedEvent = { readonly at: number; readonly event: CellEvent }
type State = { readonly edited: string | null; readonly review: CellReview; readonly at: number | null; readonly by: string | null }

const readState = (note: string | null): State | null => {
  if (note === null) return null
  const [edited, review, at, by] = JSON.parse(note) as [string | null, CellReview, number | null, string | null]
  return { edited, review, at, by }
}

/**
 * What a change did to a cell's row, as its history tells it: another text, another review, or both.
 * @param before as `sheet_before` has it; `null`: there was no such row
 * @param text the service's, of that row
 */
export const toCellEvents = (before: string | null, after: string | null, text: string, at: number): PlacedEvent[] => {
  const [then, now] = [readState(before), readState(after)]
  const shown = (state: State | null): string => (state ? (state.edited ?? text) : '')
  const events: PlacedEvent[] = []
  if (shown(then) !== shown(now)) events.push({ at, event: { kind: 'edited', text: shown(now), at } })
  const [was, is] = [then?.review ?? 'draft', now?.review ?? 'draft']
  // That another text is a draft again needs no line of its own.
  if (was !== is && (is !== 'draft' || events.length === 0))
    events.push({ at, event: { kind: 'reviewed', review: is, text: shown(now), by: now?.by ?? null, at: now?.at ?? at } })
  return events
}
