import { Button } from '@mantine/core'
import { queryClient } from '../queries.ts'
import { ProblemNote } from './problem-note.tsx'

/** Replaces content that could not be read; its button reads everything that failed again. */
export const UnreadNote = (props: { readonly what: string; readonly error: unknown }) => (
  <ProblemNote
    {...props}
    action={
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })}
      >
        Try again
      </Button>
    }
  />
)
