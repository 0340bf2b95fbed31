import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { labels } from '../../shared/base/label-words.ts'
import type { Hold } from '../../shared/queue/jobs.ts'
import type { OperationName } from '../../shared/queue/operations.ts'
import { operationWords } from '../../shared/queue/operations-words.ts'
import { useLive } from '../live.ts'
import { api } from '../queries.ts'
import { formatAgo } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { describeProblem } from '../ui/read-problem.ts'
import { tellProblem } from '../ui/tell.tsx'
import { ProxyHelp } from '../workspaces/connections/proxy-help.tsx'
import classes from './holds.module.css'

/** Lets the next questions go after “Stop after” was reached. */
const GoOnButton = (look: Pick<ButtonProps, 'size' | 'variant'>) => {
  const { mutate, isPending } = useMutation(
    api.queue.goOn.mutationOptions({ onError: (error) => tellProblem('The questions still wait.', error) }),
  )
  return (
    <Button {...look} loading={isPending} onClick={() => mutate(undefined)}>
      Continue asking
    </Button>
  )
}

const kinds: Record<Hold['kind'], string> = {
  'no-connection': 'Connect a workspace to start.',
  'signed-out': 'Sign in to resume.',
  offline: 'The workspace cannot be reached.',
  paused: 'You paused the work. Resume it at the bottom of the window.',
  scope: 'The sign-in does not allow this.',
  'not-allowed': 'The workspace does not allow this.',
  refused: 'The workspace refused the sign-in.',
  failing: 'The workspace is failing.',
  pacing: 'The workspace’s rate limit was reached.',
  limit: 'As many questions were sent as you allow in one go.',
  'disk-full': 'The disk is full.',
  damaged: labels.libraryDamaged,
}

/** One that is due may start at any moment. */
const sayNextTry = (at: number, now: number): string => (at - now <= 1_000 ? 'Trying again now.' : `Next try ${formatAgo(at, now)}.`)

const HoldLine = ({ hold }: { readonly hold: Hold }) => {
  const { mutate, isPending } = useMutation(
    api.queue.resume.mutationOptions({ onError: (error) => tellProblem('It was not tried again.', error) }),
  )
  const why = hold.reason && describeProblem(hold.reason)
  const canTry = hold.kind === 'not-allowed' || hold.kind === 'refused' || hold.kind === 'failing' || hold.kind === 'offline'
  return (
    <div className={classes.hold} data-kind={hold.kind}>
      <Icon name={hold.kind === 'offline' ? 'offline' : hold.kind === 'paused' ? 'pause' : 'clock'} size={18} />
      <p className={classes.words}>
        <b>{hold.operation ? operationWords[hold.operation].waits : 'All work waits'}.</b>{' '}
        {why ? `${why.message} ${why.action}` : kinds[hold.kind]} {hold.until !== null && sayNextTry(hold.until, Date.now())}
      </p>
      <ProxyHelp code={hold.reason?.code} />
      {hold.kind === 'limit' && <GoOnButton size="compact-sm" variant="default" />}
      {canTry && (
        <Button size="compact-sm" variant="subtle" color="gray" loading={isPending} onClick={() => mutate(undefined)}>
          Try now
        </Button>
      )}
    </div>
  )
}

/** Says why the queue, or part of it, is on hold, and what to do. `about`: only where this kind of work waits for it. */
export const Holds = ({ about }: { readonly about?: OperationName }) => {
  const all = useLive((live) => live.queue?.holds) ?? []
  const holds = all.filter(({ operation }) => about === undefined || (operation ?? about) === about)
  if (holds.length === 0) return null
  return (
    <section className={classes.holds} aria-label="Holds">
      {holds.map((hold) => (
        <HoldLine key={`${hold.kind} ${hold.operation}`} hold={hold} />
      ))}
    </section>
  )
}
