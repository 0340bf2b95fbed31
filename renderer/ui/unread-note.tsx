import { Button } from '@mantine/core'
import { queryClient } from '../queries.ts'
import { ProblemNote } from './problem-note.tsx'

/** What could not be read, in the place where it would be shown; read again, all of it that failed, at the press of a button. */
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
