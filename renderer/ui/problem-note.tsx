import { Note } from './note.tsx'
import classes from './problem-note.module.css'
import { readProblem } from './read-problem.ts'

/** A failure in its place: what happened, and what to do. */
export const ProblemNote = ({ what, error }: { readonly what: string; readonly error: unknown }) => {
  const { message, action } = readProblem(error)
  return (
    <div className={classes.place}>
      <Note tone="bad" title={what} isAlert>
        {message} {action}
      </Note>
    </div>
  )
}
