import type { QueueStatus } from '../../shared/jobs.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { client } from '../bridge.ts'
import { holdWords, mainHold } from '../frame/describe-queue-line.ts'
import { useLive } from '../live.ts'
import { goTo } from '../navigation.ts'
import { tell } from '../ui/tell.tsx'

/** As long as the note is shown. */
const followedMs = 10_000

/** What becomes of work that was just queued. */
export const describeQueued = (queue: QueueStatus | null): string => {
  const hold = mainHold(
    (queue?.holds ?? []).filter(({ kind, operation }) => kind !== 'pacing' && (operation ?? 'attach-sources') === 'attach-sources'),
  )
  if (!hold) return 'Queued. Pictures that aren’t uploaded yet are uploaded first.'
  if (hold.kind === 'paused') return 'Queued. Work is paused.'
  const words = holdWords[hold.kind]
  return `Queued. ${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

let stopLast = (): void => {}

/** Calls `end` once the job is done or needs attention, while the note about it is shown. */
const follow = (jobId: string, end: (state: 'done' | 'parked') => void): void => {
  let isLooking = false
  const stop = (): void => {
    unsubscribe()
    clearTimeout(timer)
  }
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    const input = { offset: 0, limit: 100, states: ['parked' as const, 'done' as const], operation: 'attach-sources' as const }
    const page = await client.jobs.page(input).catch(() => null)
    isLooking = false
    const state = page?.rows.find((one) => one.id === jobId)?.status.state
    if (stopLast !== stop || (state !== 'done' && state !== 'parked')) return
    stop()
    end(state)
  }
  const unsubscribe = useLive.subscribe(() => void look())
  const timer = setTimeout(stop, followedMs)
  stopLast()
  stopLast = stop
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
  say(title, describeQueued(useLive.getState().queue))
  follow(jobId, (state) =>
    state === 'done'
      ? say(title, 'Attached.')
      : say(title, 'Not attached: it needs attention.', { label: 'Show why', run: () => goTo('activity') }),
  )
}
