import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { JobProblem } from '../../shared/products/problems.ts'
import { describeProblemSubjects, describeProblemTitle } from '../../shared/products/problems-words.ts'
import { operationWords } from '../../shared/queue/operations-words.ts'
import { addressOf } from '../navigation.ts'
import { Icon } from '../ui/icon.tsx'
import item from '../ui/item-row.module.css'
import { isRemoval } from '../ui/list-keys.ts'
import { describeProblem } from '../ui/read-problem.ts'
import { useActivityView } from './activity-view.ts'
import { FixAll, useSettle } from './fix-all.tsx'

/** Why its jobs need a person. */
export const ProblemReason = ({ problem }: { readonly problem: JobProblem }) => {
  const { message, action } = describeProblem(problem.reason)
  return (
    <p className={item.why}>
      {problem.isEach ? '' : 'For example: '}
      {message} <span className={item.quiet}>{action}</span>
    </p>
  )
}

type Props = {
  readonly problem: JobProblem
  readonly action: number | null
  /** It was open just now: the focus returns to it. */
  readonly hasFocus?: boolean
}

/** Many jobs with one problem, as one row with one remedy. */
export const ProblemItem = ({ problem, action, hasFocus = false }: Props) => {
  const title = describeProblemTitle(problem)
  const settle = useSettle(action)
  const canCancel = problem.remedies.some(({ remedy }) => remedy === 'leave')
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!hasFocus) return
    opener.current?.focus({ preventScroll: true })
    useActivityView.setState({ opened: null })
  }, [hasFocus])
  return (
    <article
      className={item.item}
      aria-label={title}
      onKeyDown={(event) => (canCancel && isRemoval(event) ? settle.mutate({ key: problem.key, remedy: 'leave' }) : undefined)}
    >
      <span className={item.icon} data-state="parked">
        <Icon name={operationWords[problem.operation].icon} size={18} />
      </span>
      <div className={item.words}>
        <p className={item.what} title={title}>
          {title}
        </p>
        <p className={item.how}>
          <span className={item.state} data-state="parked">
            Needs attention
          </span>{' '}
          {describeProblemSubjects(problem)}
        </p>
        <ProblemReason problem={problem} />
      </div>
      <div className={item.actions}>
        <FixAll problem={problem} action={action} label={title} />
        {action === null && (
          <Button
            ref={opener}
            component="a"
            size="xs"
            variant="subtle"
            color="gray"
            href={`${addressOf('activity')}/${problem.key}`}
            aria-label={`Show jobs: ${title}`}
          >
            Show jobs
          </Button>
        )}
      </div>
    </article>
  )
}
