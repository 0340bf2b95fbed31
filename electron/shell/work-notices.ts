import { describeWatchReport, hasWatchChanges } from '../../shared/watching/watched-folders-words.ts'
import type { WatchReport } from '../../shared/watching/watching.ts'
import { type BatchStep, describeEnd } from './batch-progress.ts'

export type WorkNotice = {
  readonly body: string
  /** What a click leads to. */
  readonly leadsTo: 'window' | 'library'
  /** Without a sound: it only says more than one that the person has not looked at. */
  readonly isQuiet: boolean
}

type Ports = {
  readonly isFocused: () => boolean
  /** `through` of what watched folders brought so far (WatchReport). */
  readonly lastArrival: () => number
  /** Shows a notification; the returned function takes it away. */
  readonly show: (notice: WorkNotice) => () => void
}

type End = NonNullable<BatchStep['ended']>

/**
 * Notifies a person who looks elsewhere of ended work and of what watched folders brought. What belongs together is one notification: pictures that came
 * are said once their uploads have ended, or wait; and work on them that ends before all of them are there is said with them. What comes later
 * takes the place of an arrival that was not looked at.
 */
export const createWorkNotices = ({ isFocused, lastArrival, show }: Ports) => {
  let isAtWork = false
  let told = lastArrival()
  let end: End | null = null
  let arrived: WatchReport | null = null
  /** Takes the last arrival away; `null`: the person has looked. */
  let takeAway: (() => void) | null = null

  const seen = (): void => {
    takeAway?.()
    takeAway = null
    end = null
    arrived = null
  }
  const tellSettled = (): void => {
    if (isFocused()) seen()
    if (isAtWork || (!arrived && !end)) return
    // It will be told with what has come, and is not all there yet.
    if (!arrived && lastArrival() > told) return
    if (!arrived) show({ body: describeEnd(end as End), leadsTo: 'window', isQuiet: false })
    else {
      const isQuiet = takeAway !== null
      takeAway?.()
      takeAway = show({
        body: [describeWatchReport(arrived), ...(end ? [describeEnd(end)] : [])].map((sentence) => `${sentence}.`).join(' '),
        leadsTo: 'library',
        isQuiet,
      })
    }
    end = null
    arrived = null
  }
  return {
    /** After each look at the queue. */
    worked: ({ batch, isHeld, ended }: Pick<BatchStep, 'batch' | 'isHeld' | 'ended'>): void => {
      isAtWork = batch !== null && !isHeld
      if (ended) end = { done: (end?.done ?? 0) + ended.done, parked: (end?.parked ?? 0) + ended.parked }
      tellSettled()
    },
    /** Watched folders brought something, and all of it is there. */
    arrived: (report: WatchReport): void => {
      told = Math.max(told, report.through)
      if (hasWatchChanges(report)) arrived = report
      tellSettled()
    },
    /** The window got the focus. */
    seen,
  }
}
