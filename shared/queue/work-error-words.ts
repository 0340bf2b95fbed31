import type { ErrorWords, Said } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { countOf } from '../base/number-words.ts'
import { operationWords } from './operations-words.ts'
import type { WorkFailure } from './work-failures.ts'

const notAgain = 'It was not sent again, so that nothing is there twice.'

type MissingUploads = { readonly total: number; readonly failed: number; readonly cancelled: number }

/** What is missing, and that nothing was attached. */
const whyMissing = ({ total, failed, cancelled }: MissingUploads): string => {
  const missing = failed + cancelled
  const isNone = missing === total
  if (cancelled === 0)
    return isNone
      ? `None of the ${countOf(total, 'picture')} could be uploaded, so nothing was attached.`
      : `${missing} of ${total} pictures could not be uploaded, so nothing was attached yet.`
  const who = isNone ? `None of the ${countOf(total, 'picture')} is uploaded` : `${missing} of ${total} pictures are not uploaded`
  const how = failed === 0 ? 'this was cancelled' : `${countOf(failed, 'upload')} failed, ${cancelled} cancelled`
  return `${who}: ${how}. Nothing was attached.`
}

/** Uploads that were cancelled start again if a person chooses to wait. */
const uploadsMissing = (missing: MissingUploads): Said => {
  const { total, failed, cancelled } = missing
  const ready = total - failed - cancelled
  const why = whyMissing(missing)
  const again = cancelled > 0 ? 'wait: cancelled uploads then start again' : null
  if (ready === 0)
    return {
      message: why,
      action: again
        ? `Choose to ${again}. Or cancel this.`
        : 'Fix the failed uploads and retry them; attaching then continues. Or cancel this.',
    }
  const are = ready === 1 ? 'is' : 'are'
  return {
    message: `${why} ${ready} ${are} ready.`,
    action: `Attach ${ready === 1 ? 'the one that is' : `the ${ready} that are`} ready, or ${again ?? 'fix the failed uploads'}.`,
  }
}

const adviseMisfit = (canRetry: boolean, advice: string): string => (canRetry ? `Retry it without a choice. ${advice}` : advice)

export const workErrors: ErrorWords<WorkFailure<ErrorRecord>> = {
  'request-limit-reached': ({ requests }) => ({
    message: `${countOf(requests, 'question')} ${requests === 1 ? 'was' : 'were'} sent, as many as you allow in one go.`,
    action:
      'Continue with the next ones, or change “Stop after” in Settings (“packshot continue”, “packshot connection --set stopAfter=N”).',
  }),
  'job-unknown': ({ jobId }) => `There is no job ${jobId}.`,
  'problem-gone': () => ({ message: 'No job has this problem any more.', action: 'Look at the activity again.' }),
  'problem-not-named': () => ({ message: '--fix needs the problem that it is about.', action: '“packshot problems” lists them.' }),
  'undo-gone': () => ({ message: 'This can’t be undone any more.', action: 'Look at the activity, and change what is there now.' }),
  'job-not-parked': ({ jobId, state }) => ({
    message: `${jobId} is ${state}, so there is nothing to retry.`,
    action: 'Look at the jobs that are set aside.',
  }),
  'job-needs-choice': ({ jobId, canRetry, because }, tell) => ({
    message: `${jobId} needs a choice before it can continue.`,
    action: adviseMisfit(canRetry, tell.action(because)),
  }),
  'choice-without-use': ({ jobId, choice, canRetry, because }, tell) => ({
    message: `${jobId} has no use for “${choice}”.`,
    action: adviseMisfit(canRetry, tell.action(because)),
  }),
  'uncertain-end': ({ operation, name, end, because }, tell) => {
    const { mayBeDone, ifUncertain } = operationWords[operation]
    const cause = tell.cause(because)
    const messages = {
      nothing: `No answer came: ${mayBeDone(name)} in the workspace. ${cause} ${notAgain}`,
      'odd-answer': `No answer came that can be used: ${mayBeDone(name)} in the workspace. ${cause} ${notAgain}`,
      failure: `${cause} Even so, ${mayBeDone(name)} in the workspace. ${notAgain}`,
    }
    return { message: messages[end], action: ifUncertain }
  },
  'uncertain-at-quit': ({ operation, name }) => ({
    message: `No answer came: ${operationWords[operation].mayBeDone(name)} in the workspace. Packshot quit while it was running. ${notAgain}`,
    action: operationWords[operation].ifUncertain,
  }),
  'uncertain-after-restore': ({ operation, name }) => ({
    message: `The library was restored, and ${operationWords[operation].mayBeDone(name)} in the workspace since then. Nothing was sent again.`,
    action: operationWords[operation].ifUncertain,
  }),
  'odd-answers': ({ times, because }, tell) => ({
    message: `${tell.cause(because)} It was tried ${countOf(times, 'time')}, so it was set aside.`,
    action: tell.action(because),
  }),
  'odd-answer-after-deed': ({ operation, because }, tell) => ({
    message: `${tell.cause(because)} It was not sent again, as ${operationWords[operation].spare ?? 'it'} may be there.`,
    action: `Check in the workspace whether it is there. ${tell.action(because)} Sent again, it may be there twice.`,
  }),
  'failed-among-successes': ({ times, because }, tell) => ({
    message: `${tell.cause(because)} This happened ${countOf(times, 'time')} while others like it succeeded, so it was set aside.`,
    action: 'Check what is different about this one, then retry or cancel.',
  }),
  'uploads-missing': uploadsMissing,
  'sources-gone': ({ ids: { length }, because }, tell) => ({
    message: `${countOf(length, 'picture')} of this list ${length === 1 ? 'is' : 'are'} no longer in the workspace. Nothing was attached, and the list is as it was. ${tell.cause(because)}`,
    action:
      length === 1
        ? 'Upload it again and replace it, or attach the rest without it.'
        : 'Upload them again and replace them, or attach the rest without them.',
  }),
  'picture-of-job-gone': () => 'This picture is no longer in the library.',
}
