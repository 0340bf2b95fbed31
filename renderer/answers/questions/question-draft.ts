import { create } from 'zustand'
import { keepForReload } from '../../ui/keep-for-reload.ts'

/** The question being written. Suggestions below an answer fill it in, too. */
export const useQuestionDraft = create<{ readonly question: string }>(() => ({ question: '' }))
keepForReload('question-draft', useQuestionDraft)
export const setQuestion = (question: string): void => useQuestionDraft.setState({ question })

const boxId = 'question-box'
export const questionBoxId = boxId

/** Puts a question into the box and goes there, so that Enter asks it. */
export const suggestQuestion = (question: string): void => {
  setQuestion(question)
  document.getElementById(boxId)?.focus()
}
