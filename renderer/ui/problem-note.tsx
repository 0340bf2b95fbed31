import type { ReactNode } from 'react'
import { Note } from './note.tsx'
import classes from './problem-note.module.css'
import { readProblem } from './read-problem.ts'

type Props = { readonly what: string; readonly error: unknown; readonly action?: ReactNode }

/** Shows a failure where it happened, with the next step. */
export const ProblemNote = ({ what, error, action: button }: Props) => {
  const { message, action } = readProblem(error)
  return (
    <div className={classes.place}>
      <Note tone="bad" title={what} action={button} isAlert>
        {message} {action}
      </Note>
    </div>
  )
}
