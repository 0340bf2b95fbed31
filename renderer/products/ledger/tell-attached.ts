import { QueryObserver } from '@tanstack/react-query'
import { countOf } from '../../../shared/base/number-words.ts'
import type { QueueStatus } from '../../../shared/queue/jobs.ts'
import { useLive } from '../../live.ts'
import { goTo } from '../../navigation.ts'
import { api, queryClient } from '../../queries.ts'
import { tell } from '../../ui/tell.tsx'
import { noteFinal } from '../../ui/undo.ts'
import { holdOf, holdWords } from '../../window/describe-queue-line.ts'

/** As long as the note is shown. */
const followedMs = 10_000

/** What becomes of work that was just queued. */
export const describeQueued = (queue: QueueStatus | null): string => {
  const hold = holdOf(queue, 'attach-sources')
  if (!hold) return 'Queued. Pictures that aren’t uploaded yet are uploaded first.'
  if (hold.kind === 'paused') return 'Queued. Work is paused.'
  const words = holdWords[hold.kind]
  return `Queued. ${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

let stopLast = (): void => {}

/** Calls `end` once the job is done or needs attention, while the note about it is shown. It is read again when jobs change (live.ts). */
const follow = (jobId: string, end: (state: 'done' | 'parked') => void): void => {
  stopLast()
  const stop = new QueryObserver(queryClient, api.jobs.find.queryOptions({ input: { jobId } })).subscribe(({ data }) => {
    const state = data?.status.state
    if (state !== 'done' && state !== 'parked') return
    stopLast()
    end(state)
  })
  const timer = setTimeout(stop, followedMs)
  stopLast = () => {
    stop()
    clearTimeout(timer)
  }
}

type Attached = { readonly jobId: string | null; readonly pictures: number; readonly to: string; readonly said: string }

/** Says what was queued, and, while that is shown, how it ended. */
export const tellAttached = ({ jobId, pictures, to, said }: Attached): void => {
  const products = { label: 'Show products', run: () => goTo('products') }
  const say = (title: string, text: string, action = products): void =>
    tell(title, { text: [text, said].filter(Boolean).join(' '), action, kind: 'attach' })
  if (pictures === 0 || jobId === null) {
    say('Nothing new to attach', '')
    return
  }
  const title = `${countOf(pictures, 'picture')} → ${to}`
  noteFinal(title, 'Cancel it in Activity while it waits. Afterwards, restore the previous pictures there.')
  say(title, describeQueued(useLive.getState().queue))
  follow(jobId, (state) =>
    state === 'done'
      ? say(title, 'Attached.')
      : say(title, 'Not attached: it needs attention.', { label: 'Show why', run: () => goTo('activity') }),
  )
}
