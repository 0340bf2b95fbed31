import { countOf, formatCount } from '../base/number-words.ts'
import type { LibraryRow } from '../pictures/library.ts'
import { describeConvertedFrom, listConversionSteps } from '../pictures/picture-formats-words.ts'
import type { SentFileFacts } from '../pictures/pictures.ts'
import { getsNewPixels, mostLocationsCounted } from './sending.ts'
import type { SendingChange, SendingPlan } from './sending-shapes.ts'

type Picture = Pick<LibraryRow, 'format' | 'orientation' | 'reading'>

const describePersonal = ({ reading }: Picture): string => {
  const { personal = [] } = reading ?? {}
  if (!personal.includes('location')) return 'personal metadata'
  return personal.length > 1 ? 'location and personal metadata' : 'location'
}

/** Of a picture whose pixels stay as they are. */
export const describeKept = (picture: Picture): string => `Unchanged, without its ${describePersonal(picture)}`

/** Changes to a picture before its upload, each in a few words: “Converted from TIFF”, “Scaled down”, “Without its location”. */
export const listSendingSteps = (
  picture: Picture,
  changes: readonly SendingChange[],
  sent: Pick<SentFileFacts, 'format' | 'quality'> | null,
): string[] => {
  const does = (change: SendingChange): boolean => changes.includes(change)
  return [
    ...(does('format') ? [describeConvertedFrom(picture.format, undefined)] : []),
    ...(getsNewPixels(changes) ? listConversionSteps(picture, sent) : []),
    ...(does('edge') ? ['Scaled down'] : []),
    ...(does('bytes') ? ['Made to fit the largest file'] : []),
    ...(does('background') ? ['Background put behind transparent parts'] : []),
    ...(does('fixes') ? ['Fixed for a shop'] : []),
    ...(does('personal') ? [`Without its ${describePersonal(picture)}`] : []),
  ]
}

const some = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`]

/** “37 will be converted, 3 lose their location, 2 stay as they are”. */
const listPlan = ({ converted, location, personal, asTheyAre }: SendingPlan): string =>
  [
    ...some(converted, 'will be converted', 'will be converted'),
    ...some(location, 'loses its location', 'lose their location'),
    ...some(personal - location, 'loses other personal metadata', 'lose other personal metadata'),
    ...some(asTheyAre, 'stays as it is', 'stay as they are'),
  ].join(', ')

/** Changes to pictures before their upload, counted. */
export const describeSending = (plan: SendingPlan): string =>
  plan.pictures === 0 ? 'All pictures are uploaded.' : `${countOf(plan.pictures, 'picture')} not uploaded yet: ${listPlan(plan)}.`

/** The same of pictures that were just added; `null`: all stay as they are. */
export const describeAdded = (plan: SendingPlan): string | null =>
  plan.asTheyAre === plan.pictures ? null : `Before they are sent, ${listPlan(plan)} (“packshot connection” shows the settings).`

/** Of pictures that say where they were taken, while uploads leave it out. */
export const describeLocations = (pictures: number): string =>
  pictures > mostLocationsCounted
    ? `More than ${formatCount(mostLocationsCounted)} pictures contain a GPS location. Packshot removes it when it uploads.`
    : `${countOf(pictures, 'picture contains', 'pictures contain')} a GPS location. Packshot removes it when it uploads.`
