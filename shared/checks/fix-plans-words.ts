import { countOf, formatCount } from '../base/number-words.ts'
import type { CannotFix, FixKind, FixPlan } from './fix-wishes.ts'

const doneWords: Readonly<Record<FixKind, (count: number) => string>> = {
  'white-point': (count) => `${countOf(count, 'nearly white background')} ${count === 1 ? 'becomes' : 'become'} pure white`,
  pad: (count) => `${countOf(count, 'picture')} ${count === 1 ? 'gets' : 'get'} background on two sides, to reach the ratio`,
  'scale-down': (count) => `${countOf(count, 'picture')} ${count === 1 ? 'is' : 'are'} made smaller`,
  convert: (count) => `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'} converted`,
}

const kindWords: Readonly<Record<FixKind, string>> = {
  'white-point': 'the background can’t become white',
  pad: 'background can’t be added',
  'scale-down': 'the size can’t change',
  convert: 'the file can’t be converted',
}

const cannotWords: Readonly<Record<CannotFix, string>> = {
  'not-measured': 'not measured yet',
  'no-plain-background': 'no plain background',
  'background-not-nearly-white': 'too dark to be meant as white',
  transparent: 'transparent; a background can be set in the workspace’s upload settings',
  'too-large': 'too many pixels to fix on this computer',
  'too-small': 'another rule requires more pixels than would be left',
  'other-ratio': 'another rule requires another ratio',
}

/** What fixing pictures would do, a sentence a line. */
export const describeFixPlan = ({ pictures, done, cannot, uploaded }: FixPlan): readonly string[] => {
  const kinds = Object.keys(doneWords) as FixKind[]
  return [
    ...(pictures > 0
      ? []
      : [cannot.length > 0 ? 'Nothing can be fixed without harm to the pictures.' : 'No picture needs a fix that Packshot can make.']),
    ...kinds.flatMap((kind) => (done[kind] > 0 ? [`${doneWords[kind](done[kind])}.`] : [])),
    ...cannot.map(({ kind, why, pictures: count }) => `${countOf(count, 'picture')}: ${kindWords[kind]} (${cannotWords[why]}).`),
    ...(pictures > 0 ? ['Originals stay as they are.'] : []),
    ...(uploaded > 0
      ? [`The workspace keeps the earlier ${uploaded === 1 ? 'file' : `files of ${formatCount(uploaded)}`} until you send again.`]
      : []),
  ]
}
