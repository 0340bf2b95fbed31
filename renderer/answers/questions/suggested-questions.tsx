import { Button, Group } from '@mantine/core'
import type { Answer } from '../../../shared/answers/questions.ts'
import { readSuggestedQuestions } from '../../../shared/answers/suggested-questions.ts'
import { suggestQuestion } from './question-draft.ts'

/** Questions that the workspace says it can answer, below one it could not; empty if it names none. */
export const SuggestedQuestions = ({ answer }: { readonly answer: Answer }) => {
  const questions = answer.kind === 'cannot-tell' && answer.editedText === null ? readSuggestedQuestions(answer.text, answer.question) : []
  if (questions.length === 0) return null
  return (
    <Group gap={6} mt={6} role="group" aria-label="Questions that this workspace can answer">
      {questions.map((question) => (
        <Button key={question} size="compact-xs" variant="light" color="gray" onClick={() => suggestQuestion(question)}>
          {question}
        </Button>
      ))}
    </Group>
  )
}
