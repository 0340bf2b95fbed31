import { Button, Loader } from '@mantine/core'
import { formatAgo } from '../../ui/format.ts'
import { readProblem } from '../../ui/read-problem.ts'
import classes from './write-list-age.module.css'

type Props = {
  readonly fetchedAt: number | null
  readonly isReading: boolean
  readonly error: unknown
  readonly readAgain: () => void
}

/** Shows the age of a workspace list, why it could not be refreshed, and a button to retry. */
export const ListAge = ({ fetchedAt, isReading, error, readAgain }: Props) => {
  const problem = error ? readProblem(error) : null
  return (
    <div className={classes.age}>
      <p className={classes.words} role="status">
        {isReading && <Loader size={12} aria-hidden="true" />}
        {isReading ? 'Loading the list…' : fetchedAt === null ? 'Not loaded yet.' : `Updated ${formatAgo(fetchedAt, Date.now())}.`}{' '}
        {!isReading && problem && `${problem.message} ${problem.action}`}
      </p>
      <Button size="compact-xs" variant="subtle" color="gray" disabled={isReading} onClick={readAgain}>
        Reload list
      </Button>
    </div>
  )
}
