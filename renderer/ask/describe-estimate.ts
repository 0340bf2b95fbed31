import type { Connection } from '../../shared/connection.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { formatDuration } from '../ui/format.ts'

/** Assumed limit of a workspace that states none, in requests a minute (spec, not-shown, “rates seen”). */
const unstatedRate = 30

/** Typical duration of one analysis without a rate limit, in milliseconds. */
const analysisMs = 1_500

type Asked = { readonly requests: number; readonly askedBefore: number; readonly withoutAddress: number }

/** Milliseconds until everything is answered; `null` without a workspace. */
export const estimateDuration = (requests: number, connection: Connection | null, atOnce: number): number | null => {
  if (!connection) return null
  const rate = connection.rates['analyse-image']
  if (rate === null) return Math.ceil(requests / atOnce) * analysisMs
  return (requests / (rate ?? unstatedRate)) * 60_000
}

/** One line under the question: `40 requests, about 2 minutes · 3 were answered before and are not asked again`. */
export const describeEstimate = ({ requests, askedBefore }: Asked, durationMs: number | null): string => {
  const sends = requests === 0 ? 'Nothing new to ask' : countOf(requests, 'request')
  const time = durationMs === null || requests === 0 ? '' : `, ${formatDuration(durationMs)}`
  const before =
    askedBefore === 0
      ? ''
      : ` · ${countOf(askedBefore, 'was', 'were')} asked before and ${askedBefore === 1 ? 'is' : 'are'} not asked again`
  return `${sends}${time}${before}`
}
