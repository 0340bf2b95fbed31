import { create } from 'zustand'

type PlanView =
  | { readonly shows: 'nothing' }
  /** What a plan would do, to be confirmed. */
  | { readonly shows: 'preview' }
  /** A confirmed plan and how far it is. */
  | { readonly shows: 'progress'; readonly planId: string }

export const usePlanView = create<{ readonly view: PlanView }>(() => ({ view: { shows: 'nothing' } }))

const show = (view: PlanView): void => usePlanView.setState({ view })

/** Opens the plan that attaches all matched pictures to their products. */
export const openPlan = (): void => show({ shows: 'preview' })
export const openPlanProgress = (planId: string): void => show({ shows: 'progress', planId })
export const closePlan = (): void => show({ shows: 'nothing' })
