import { Button, Group } from '@mantine/core'
import type { Answer } from '../../shared/questions.ts'
import { readSuggestedQuestions } from '../../shared/suggested-questions.ts'
import { suggestQuestion } from './question-draft.ts'

/** What the workspace says that it can answer, where it could not; nothing, if it names nothing. */
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
