import { create } from 'zustand'

export const views = ['every', 'attention', 'open', 'over'] as const
export type View = (typeof views)[number]

type ActivityView = {
  readonly view: View
  readonly text: string
  /** How far the list is scrolled. */
  readonly place: { current: number }
  /** The action, or the key of the problem, that was open last, until something else has the focus. */
  readonly opened: number | string | null
}

/** What the list shows, kept while an action or another screen is open. */
export const useActivityView = create<ActivityView>(() => ({ view: 'every', text: '', place: { current: 0 }, opened: null }))
