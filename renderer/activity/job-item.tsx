import { ActionIcon, Button, Menu, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { describeConversion } from '../../shared/pictures/picture-formats-words.ts'
import { changeIdWords } from '../../shared/products/product-ids-words.ts'
import { longestText } from '../../shared/products/product-texts.ts'
import { describeNotes } from '../../shared/queue/job-notes-words.ts'
import type { ParkChoice } from '../../shared/queue/job-states.ts'
import { type CurrentStatement, canChangeProduct, type JobRow } from '../../shared/queue/jobs.ts'
import { describeWork } from '../../shared/queue/operations-words.ts'
import { useLive } from '../live.ts'
import { showPicture } from '../pictures/library/show-picture.ts'
import { CurrentChoice } from '../products/ledger/current-choice.tsx'
import { ofAttributeList, withDoubted } from '../products/ledger/known-pictures.ts'
import { nameProduct } from '../products/ledger/name-product.ts'
import { readDoubtedIds } from '../products/ledger/read-doubted-ids.ts'
import { useKnownProduct } from '../products/ledger/use-known-product.ts'
import { formatPart } from '../ui/format.ts'
import { useHoldLists } from '../ui/hold-lists.ts'
import { Icon } from '../ui/icon.tsx'
import classes from '../ui/item-row.module.css'
import { isRemoval } from '../ui/list-keys.ts'
import { describeProblem, type Problem } from '../ui/read-problem.ts'
import { tell } from '../ui/tell.tsx'
import { CancelUncertain } from './cancel-uncertain.tsx'
import { describeProgress, describeSilence, iconOf, nameChoice, nameState } from './describe-job.ts'
import { EnterProductId } from './enter-product-id.tsx'
import { StateDialog, StateForm, type StateProps, useStatement } from './state-form.tsx'
import { useCancel, useRetry } from './use-job-actions.ts'

/** What was last known of it. */
const knownText = ({ status }: JobRow): string =>
  status.state === 'parked' && status.reason.failure.kind === 'text-unknown' ? (status.reason.failure.known ?? '') : ''

const TextForm = ({ job, close }: StateProps) => {
  const { work } = job
  const [text, setText] = useState(() => knownText(job))
  const isText = work.operation === 'set-text'
  const product = useKnownProduct(isText ? { by: 'ref', ref: work.productRef } : null)
  const retry = useStatement({ job, close }, () => tell('Text queued', { text: 'The current text can be restored later.' }))
  return (
    <StateForm productId={product?.productId ?? null} retry={retry} statement={{ currentText: text }} close={close}>
      <Textarea
        label={`“${isText ? work.attribute : ''}” of ${product ? nameProduct(product) : 'the product'} in the workspace now`}
        description="Copy it from the workspace. Leave this empty if it is empty there."
        autosize
        minRows={3}
        maxRows={12}
        maxLength={longestText}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </StateForm>
  )
}

/** For a text that would replace an unknown one: a person says what is there, so that it can be restored. */
const StateText = ({ isOpen, job, close }: StateProps & { readonly isOpen: boolean }) => (
  <StateDialog isOpen={isOpen} close={close} title="Enter the current text">
    <TextForm job={job} close={close} />
  </StateDialog>
)

const CurrentForm = ({ job, close }: StateProps) => {
  const { work } = job
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const retry = useStatement({ job, close }, () => tell('Attachment continued'))
  const isAttach = work.operation === 'attach-sources'
  const product = useKnownProduct(isAttach ? { by: 'ref', ref: work.productRef } : null)
  const list = product?.lists.find((one) => isAttach && one.attribute.toLowerCase() === work.attribute.toLowerCase())
  const doubted = useMemo(() => readDoubtedIds(retry.error), [retry.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  return (
    <StateForm productId={product?.productId ?? null} retry={retry} statement={current && { current }} close={close}>
      <CurrentChoice known={known} isReplacement={isAttach && work.replaces != null} choose={setCurrent} />
    </StateForm>
  )
}

/** For an attachment with an uncertain outcome or an unknown list: a person states the product's pictures, then it continues. */
const StateCurrent = ({ isOpen, job, close }: StateProps & { readonly isOpen: boolean }) => (
  <StateDialog isOpen={isOpen} close={close} title="Continue the attachment">
    <CurrentForm job={job} close={close} />
  </StateDialog>
)

/** The problem: why it is parked or why the last attempt failed, unless a hold already says the same for all jobs. */
const useTrouble = ({ status }: JobRow): Problem | null => {
  const record = status.state === 'parked' ? status.reason : status.state === 'waiting' ? status.because : null
  const trouble = record && describeProblem(record)
  const isHeld = useLive(
    (live) => live.queue?.holds.some(({ reason }) => reason && describeProblem(reason).message === trouble?.message) ?? false,
  )
  return status.state === 'waiting' && isHeld ? null : trouble
}

const State = ({ job }: { readonly job: JobRow }) => {
  const { state } = job.status
  const part = useLive((live) => (state === 'running' && job.imageId ? live.uploading[job.imageId] : undefined))
  const isUpload = job.work.operation === 'upload-source'
  return (
    <span className={classes.state} data-state={state}>
      {part !== undefined && isUpload ? `Uploading ${formatPart(part)}` : nameState(job)}
    </span>
  )
}

/** Attachments with an unknown outcome or list: only a person can check what the product shows. */
const mustState = ({ status, work }: JobRow): boolean =>
  status.state === 'parked' &&
  work.operation === 'attach-sources' &&
  (status.reason.code === 'uncertain' || status.reason.code === 'current-unknown' || status.reason.code === 'current-contradicts')

/** A text that would replace one that Packshot doesn't know. */
const mayStateText = ({ status, work }: JobRow): boolean =>
  status.state === 'parked' && work.operation === 'set-text' && status.reason.code === 'current-unknown'

/** The choices of a job that needs attention. */
export const Choices = ({ job }: { readonly job: JobRow }) => {
  const retry = useRetry()
  const [asks, setAsks] = useState<'product-id' | 'current' | 'text' | null>(null)
  const { status, work } = job
  useHoldLists(asks !== null)
  if (status.state !== 'parked') return null
  const jobIds = [job.id]
  const choose = (choice: ParkChoice) => (choice === 'exists' ? setAsks('product-id') : retry.mutate({ jobIds, choice }))
  const close = () => setAsks(null)
  return (
    <>
      {mustState(job) && (
        <Button size="xs" variant="default" onClick={() => setAsks('current')}>
          Enter current pictures…
        </Button>
      )}
      {mayStateText(job) && (
        <Button size="xs" variant="default" onClick={() => setAsks('text')}>
          Enter current text…
        </Button>
      )}
      {status.choices.map((choice) => (
        <Button key={choice} size="xs" variant="default" loading={retry.isPending} onClick={() => choose(choice)}>
          {nameChoice(choice, work.operation)}
        </Button>
      ))}
      {canChangeProduct(job) && !status.choices.includes('exists') && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setAsks('product-id')}>
          {changeIdWords.button}
        </Button>
      )}
      <EnterProductId isOpen={asks === 'product-id'} job={job} close={close} />
      <StateCurrent isOpen={asks === 'current'} job={job} close={close} />
      <StateText isOpen={asks === 'text'} job={job} close={close} />
    </>
  )
}

/** It waits after a failure: a person who has fixed the cause can retry now. */
const waitsForNextTry = ({ status }: JobRow, now: number): boolean =>
  status.state === 'waiting' && status.because !== null && status.notBefore > now + 1_000

/** An attachment that got no answer: only a person can check whether its pictures are there. */
const isUncertainAttach = ({ status, work, uncertainAttempts }: JobRow): boolean =>
  work.operation === 'attach-sources' && uncertainAttempts > 0 && (status.state === 'parked' || status.state === 'waiting')

/** “converted from TIFF, first of 12 pages”; empty: it is sent as it is. */
const describeSource = ({ convertedFrom }: JobRow): string =>
  convertedFrom === null ? '' : describeConversion(convertedFrom.format, convertedFrom.reading)

/** One job: its name, state, reason and actions. */
export const JobItem = ({ job }: { readonly job: JobRow }) => {
  const cancel = useCancel()
  const retry = useRetry()
  const [asksFate, setAsksFate] = useState(false)
  useHoldLists(asksFate)
  const { state } = job.status
  const trouble = useTrouble(job)
  const { imageId, imageName } = job
  const canCancel = state === 'waiting' || state === 'parked'
  const what = describeWork(job.work, job)
  const cancelIt = (): void => {
    if (isUncertainAttach(job)) setAsksFate(true)
    else if (!cancel.isPending) cancel.mutate({ jobId: job.id })
  }
  return (
    <article className={classes.item} aria-label={what} onKeyDown={(event) => (canCancel && isRemoval(event) ? cancelIt() : undefined)}>
      <span className={classes.icon} data-state={state}>
        <Icon name={iconOf(job)} size={18} />
      </span>
      <div className={classes.words}>
        <p className={classes.what}>{what}</p>
        <p className={classes.how}>
          <State job={job} /> {[describeProgress(job, Date.now()), describeSource(job)].filter((one) => one !== '').join(' · ')}
        </p>
        {trouble && (
          <p className={classes.why}>
            {trouble.message} <span className={classes.quiet}>{trouble.action}</span>
          </p>
        )}
        {state === 'running' && job.silentSince !== null && <p className={classes.why}>{describeSilence(job.silentSince, Date.now())}</p>}
        {job.notes.length > 0 && <p className={classes.why}>{describeNotes(job)}</p>}
      </div>
      <div className={classes.actions}>
        <Choices job={job} />
        <CancelUncertain
          isOpen={asksFate}
          close={() => setAsksFate(false)}
          cancel={(attached) => cancel.mutate({ jobId: job.id, attached })}
        />
        {(canCancel || imageId) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`More: ${what}`}>
                <Icon name="more" size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {imageId && (
                <Menu.Item leftSection={<Icon name="picture" size={16} />} onClick={() => void showPicture(imageId, imageName ?? '')}>
                  Open picture
                </Menu.Item>
              )}
              {waitsForNextTry(job, Date.now()) && (
                <Menu.Item
                  leftSection={<Icon name="retry" size={16} />}
                  onClick={() => retry.mutate({ jobIds: [job.id], choice: 'retry' })}
                >
                  Retry now
                </Menu.Item>
              )}
              {canCancel && (
                <Menu.Item leftSection={<Icon name="close" size={16} />} onClick={cancelIt}>
                  Cancel job
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </article>
  )
}
