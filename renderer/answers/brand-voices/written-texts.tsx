import { ActionIcon, Button, Loader } from '@mantine/core'
import { useState } from 'react'
import type { PendingText, WrittenText } from '../../../shared/answers/brand-voices-contract.ts'
import type { Hold } from '../../../shared/queue/jobs.ts'
import { useCancel, useRetry } from '../../activity/use-job-actions.ts'
import { useLive } from '../../live.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatAgo, formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { Tip } from '../../ui/tip.tsx'
import classes from './written-texts.module.css'

const waitsFor: Record<Hold['kind'], string> = {
  'no-connection': 'waits until a workspace is connected',
  'signed-out': 'waits until you sign in',
  offline: 'waits until the workspace can be reached',
  paused: 'waits: the work is paused',
  'not-allowed': 'waits: the workspace does not allow it, see Activity',
  refused: 'waits: the sign-in was refused, see Activity',
  scope: 'waits: the sign-in may only read, see Settings',
  failing: 'waits: the workspace is failing',
  pacing: 'waits for its turn',
  limit: 'waits until you continue',
  'disk-full': 'waits until there is room on the disk',
  damaged: 'waits until Packshot is started again',
}

const useHold = (): Hold | undefined =>
  useLive((live) => live.queue?.holds.find((hold) => hold.operation === null || hold.operation === 'write-text'))

const Instruction = ({ text }: { readonly text: string | null }) => (text === null ? null : <span>“{text}”</span>)

/** A text in progress or failed: the reason and the actions. */
export const PendingLine = ({ pending, about }: { readonly pending: PendingText; readonly about: string }) => {
  const hold = useHold()
  const retry = useRetry()
  const cancel = useCancel()
  const { jobId, voiceName, instruction, state, reason } = pending
  const isParked = state === 'parked'
  const why = reason === null || (state === 'waiting' && hold) ? null : describeProblem(reason)
  return (
    <div className={classes.one} data-state={state}>
      <p className={classes.head} role="status">
        {state === 'running' && <Loader size={12} aria-hidden="true" />}
        <b>{voiceName}</b> <Instruction text={instruction} />
        <span>
          {state === 'running' && 'is being written…'}
          {state === 'waiting' && (hold ? waitsFor[hold.kind] : 'waits for its turn')}
          {isParked && 'could not be written'}
        </span>
      </p>
      {why && (
        <p className={classes.why}>
          {why.message} {isParked && why.action}
        </p>
      )}
      {state !== 'running' && (
        <div className={classes.actions}>
          {isParked && (
            <Button
              size="compact-xs"
              variant="default"
              loading={retry.isPending}
              aria-label={`Retry the text in ${voiceName} about ${about}`}
              onClick={() => retry.mutate({ jobIds: [jobId], choice: 'retry' })}
            >
              Retry
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={cancel.isPending}
            aria-label={`Cancel the text in ${voiceName} about ${about}`}
            onClick={() => cancel.mutate({ jobId })}
          >
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}

const OneText = ({ written, about }: { readonly written: WrittenText; readonly about: string }) => (
  <div className={classes.one} data-state="done">
    <div className={classes.head}>
      <b>{written.voiceName}</b> <Instruction text={written.instruction} />
      <span title={formatTime(written.writtenAt)}>{formatAgo(written.writtenAt, Date.now())}</span>
      {written.isOutdated && <span className={classes.tag}>Answer edited since</span>}
      <Tip label="Copy">
        <ActionIcon
          className={classes.copy}
          size="sm"
          aria-label={`Copy the text in ${written.voiceName} about ${about}`}
          onClick={() => void copyText(written.text, 'Text')}
        >
          <Icon name="copy" size={16} />
        </ActionIcon>
      </Tip>
    </div>
    <p className={classes.text}>{written.text}</p>
  </div>
)

/** Texts in a brand voice, the newest first; earlier ones on demand. */
export const WrittenTexts = ({ texts, about }: { readonly texts: readonly WrittenText[]; readonly about: string }) => {
  const [showsAll, setShowsAll] = useState(false)
  const earlier = texts.length - 1
  return (
    <>
      {(showsAll ? texts : texts.slice(0, 1)).map((written) => (
        <OneText key={`${written.jobId} ${written.textId} ${written.text}`} written={written} about={about} />
      ))}
      {earlier > 0 && (
        <Button
          className={classes.more}
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Hide earlier texts' : `${earlier} earlier ${earlier === 1 ? 'text' : 'texts'}`}
        </Button>
      )}
    </>
  )
}
