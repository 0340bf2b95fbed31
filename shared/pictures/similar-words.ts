import { countOf } from '../base/number-words.ts'
import type { SimilarSummary } from './similar.ts'

/** How many groups there are, and what can be left out. */
export const describeSimilarSummary = ({ groups, others }: Pick<SimilarSummary, 'groups' | 'others'>): string =>
  groups === 0
    ? 'No two pictures show the same.'
    : `${countOf(groups, 'group')} of pictures that show the same; ${countOf(others, 'picture')} can be left out.`

/** `null`: none is left. */
export const describeSimilarLeft = (left: number): string | null =>
  left === 0 ? null : `${countOf(left, 'picture is', 'pictures are')} still to be compared.`

/** What is recognized as the same picture, and what isn’t. */
export const similarLimits =
  'The same picture is found in another size, format or crop. A crop has to keep about half of the picture. Turned and mirrored pictures, and details, count as different ones. Small print may be too small to tell two pictures apart.'

/** Said after pictures were left out. */
export const describeLeftOut = (pictures: number): string =>
  pictures === 0
    ? 'There was nothing to leave out.'
    : `${countOf(pictures, 'picture')} removed from the library. Add ${pictures === 1 ? 'its file' : 'a file'} again to bring it back.`

/** Said after a person called pictures different. */
export const describeDifferent = (pairs: number): string =>
  pairs === 0 ? 'These were already kept apart.' : 'These pictures are kept apart from now on.'

/** Said after a person took that back. */
export const describeSameAgain = (pairs: number): string =>
  pairs === 0 ? 'These were not kept apart.' : 'These pictures are no longer kept apart. Those that show the same are in one group again.'

export const nothingApartWords = 'No pictures are kept apart.'
