import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { formatDuration } from '../../ui/format.ts'

type Estimate = {
  readonly requests: number
  readonly askedBefore: number
  readonly approved: number
  readonly pictures: number
  readonly ahead: number
  readonly left: number | null
  readonly time: { readonly leastMs: number; readonly mostMs: number; readonly perMinute: number | null } | null
}

/** `900 requests`, `3 questions × 300 pictures = 900 requests`; less those that are not asked. */
const describeRequests = ({ requests, askedBefore, approved, pictures }: Estimate, questions: number): string => {
  if (requests === 0) return 'Nothing new to ask'
  if (questions === 1) return countOf(requests, 'request')
  const less = askedBefore + approved
  const all = `${countOf(questions, 'question')} × ${countOf(pictures, 'picture')}`
  return `${all}${less === 0 ? '' : ` − ${formatCount(less)}`} = ${countOf(requests, 'request')}`
}

const describeTime = ({ requests, time, ahead }: Estimate): string => {
  if (time === null || requests === 0) return ''
  const after = ahead === 0 ? '' : `, with ${formatCount(ahead)} that ${ahead === 1 ? 'waits' : 'wait'} already`
  const { leastMs, mostMs, perMinute } = time
  if (mostMs > leastMs * 2)
    return `, ${formatDuration(leastMs)} to ${formatDuration(mostMs).replace('about ', '')}, as the workspace states no limit${after}`
  return `, ${formatDuration(mostMs)}${perMinute === null ? '' : ` at ${formatCount(Math.round(perMinute))} a minute`}${after}`
}

/**
 * The line under the question: `3 questions × 300 pictures = 900 requests, about 30 minutes at 30 a minute · 3 were asked before and are not asked
 * again`.
 */
export const describeEstimate = (estimate: Estimate, questions: number): string => {
  const { requests, askedBefore, approved, ahead, left } = estimate
  const before =
    askedBefore === 0
      ? ''
      : ` · ${countOf(askedBefore, 'was', 'were')} asked before and ${askedBefore === 1 ? 'is' : 'are'} not asked again`
  const stays = approved === 0 ? '' : ` · ${countOf(approved, 'approved text stays', 'approved texts stay')}`
  const stops =
    left === null || requests + ahead <= left || requests === 0 ? '' : ` · stops after ${countOf(left, 'request')}, until you continue`
  return `${describeRequests(estimate, questions)}${describeTime(estimate)}${before}${stays}${stops}`
}
