import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLive } from '../live.ts'
import { goTo } from '../navigation.ts'
import { api } from '../queries.ts'
import { Icon } from '../ui/icon.tsx'
import { tellProblem } from '../ui/tell.tsx'
import { useUnderWay } from '../ui/under-way.ts'
import { useSession } from '../workspaces/connections/use-session.ts'
import { describeQueueLine, type QueueLineWords } from './describe-queue-line.ts'
import classes from './queue-line.module.css'

/** Once a second is often enough to read, and for a screen reader. */
const pauseMs = 1_000

/** Looks only when something has changed: an idle window sleeps. */
const useWords = (): QueueLineWords => {
  const [words, setWords] = useState(() => describeQueueLine(useLive.getState()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      timer = undefined
      setWords(describeQueueLine(useLive.getState()))
    }
    const lookSoon = (): void => {
      timer ??= setTimeout(look, pauseMs)
    }
    lookSoon()
    const stop = useLive.subscribe((now, before) => {
      if (now.queue?.holds.length !== before.queue?.holds.length || before.queue === null) look()
      else lookSoon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return words
}

const PauseButton = () => {
  const isPaused = useLive((live) => live.queue?.holds.some((hold) => hold.kind === 'paused') ?? false)
  const keep = (queue: ReturnType<typeof useLive.getState>['queue']) => useLive.setState({ queue })
  const pause = useMutation(
    api.queue.pause.mutationOptions({ onSuccess: keep, onError: (error) => tellProblem('The work was not paused.', error) }),
  )
  const resume = useMutation(
    api.queue.resume.mutationOptions({ onSuccess: keep, onError: (error) => tellProblem('The work was not resumed.', error) }),
  )
  const turn = isPaused ? resume : pause
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      loading={turn.isPending}
      leftSection={<Icon name={isPaused ? 'play' : 'pause'} size={16} />}
      onClick={() => turn.mutate(undefined)}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}

/** The line at the bottom of the window: always shows the current work. */
export const QueueLine = () => {
  const { parts, tone, part } = useWords()
  const heard = useLive((live) => live.heard)
  const underWay = useUnderWay(({ said }) => said)
  const workspace = useSession()?.connection?.name
  return (
    <footer className={classes.line} data-tone={tone}>
      <div className={classes.track} aria-hidden="true">
        {part !== null && <div className={classes.bar} style={{ transform: `scaleX(${part})` }} />}
      </div>
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.said} role="status" aria-label="Queue">
        {heard ? (
          <button type="button" className={classes.words} title="Show activity" onClick={() => goTo('activity')}>
            {underWay ?? parts.join(' · ')}
          </button>
        ) : (
          'Not connected to Packshot’s core. Nothing is lost. Reconnecting …'
        )}
      </div>
      {/* Shown here when the sidebar has no room for it; the badge there announces it to a screen reader. */}
      {workspace && (
        <span className={classes.workspace} aria-hidden="true">
          {workspace}
        </span>
      )}
      <PauseButton />
    </footer>
  )
}
