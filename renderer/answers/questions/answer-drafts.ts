import { create } from 'zustand'
import { keepForReload } from '../../ui/keep-for-reload.ts'

/** Drafts of answers being edited, by job: scrolling or another screen loses none of them. */
export const useAnswerDrafts = create<Readonly<Record<string, string>>>(() => ({}))
keepForReload('answer-drafts', useAnswerDrafts)
export const setDraft = (jobId: string, text: string): void => useAnswerDrafts.setState({ [jobId]: text })
export const dropDraft = (jobId: string): void =>
  useAnswerDrafts.setState((drafts) => Object.fromEntries(Object.entries(drafts).filter(([id]) => id !== jobId)), true)
