import { countOf } from './numbers.ts'

/** Sentences about work that concern a person. Numbers are counts of pictures. */

/** Shown by `ask` when some of the questions can't be sent for now. */
export const withoutAddressWords = (pictures: number): string =>
  `${countOf(pictures, 'picture')} can’t be fetched by this workspace yet. Their questions are kept. Choose how pictures are published (“packshot publishing”), then “packshot retry”.`

/** `said`: the refusal in the service's words. */
export const sourceGoneWords = (facts: { readonly gone: number; readonly said: string }): { message: string; action: string } => ({
  message: `${countOf(facts.gone, 'picture')} of this list ${facts.gone === 1 ? 'is' : 'are'} no longer in the workspace. Nothing was attached, and the list is as it was. ${facts.said}`,
  action:
    facts.gone === 1
      ? 'Upload it again and replace it, or attach the rest without it.'
      : 'Upload them again and replace them, or attach the rest without them.',
})

/** How an uncertain attempt ended: without an answer, with an unusable one, or with a failure of the service. */
export type DoubtfulEnd = 'nothing' | 'odd-answer' | 'failure'

/** `what` may be there already; `cause`: how the attempt ended, as a sentence. */
export const doubtWords = ({
  what,
  cause,
  came,
}: {
  readonly what: string
  readonly cause: string
  readonly came: DoubtfulEnd
}): string => {
  const notAgain = 'It was not sent again, so that nothing is there twice.'
  switch (came) {
    case 'nothing':
      return `No answer came: ${what} in the workspace. ${cause} ${notAgain}`
    case 'odd-answer':
      return `No answer came that can be used: ${what} in the workspace. ${cause} ${notAgain}`
    case 'failure':
      return `${cause} Even so, ${what} in the workspace. ${notAgain}`
  }
}

type MissingUploads = { readonly total: number; readonly failed: number; readonly cancelled: number }

/** Names the missing pictures, and says that nothing was attached. */
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

/** An attach whose uploads failed or were cancelled. Cancelled ones are uploaded again if a person chooses to wait. */
export const uploadsMissingWords = (missing: MissingUploads): { readonly message: string; readonly action: string } => {
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
