import type { MeasuredPicture } from './measure.ts'

export type Background = {
  readonly kind: 'transparent' | 'white' | 'mostly-white' | 'gradient' | 'off-white' | 'plain' | 'busy'
  readonly hasShadow: boolean
  /** Its colour in words; of `mostly-white`, what else there is. */
  readonly name: string
  /** As in “on a white background”. */
  readonly phrase: string
  /** Names of colours that are the ground's. */
  readonly grounds: readonly string[]
}

/** Least share of the white ground that darkens, for a shadow. */
const shadowFrom = 0.008
/** Least difference of grey values along the border, for a gradient. */
const gradientFrom = 18
const greys = ['white', 'light gray', 'gray', 'dark gray']

/** Judges the background by the picture's border and the area connected to it. */
export const judgeBackground = ({ border, ground }: Pick<MeasuredPicture, 'border' | 'ground'>): Background => {
  const main = border.colours[0]
  const name = main?.name ?? 'transparent'
  const isEven = ground.step < 6
  if (border.transparent >= 0.95)
    return { kind: 'transparent', hasShadow: false, name: 'transparent', phrase: 'a transparent background', grounds: [] }
  const isNeutral = ground.neutral >= 0.95 && isEven
  if (border.white >= 0.95 || (border.white >= 0.8 && isNeutral)) {
    const hasShadow = ground.shadow >= shadowFrom
    const grounds = hasShadow ? ['white', 'light gray'] : ['white']
    return { kind: 'white', hasShadow, name: 'white', phrase: `a white background${hasShadow ? ' with a soft shadow' : ''}`, grounds }
  }
  if (border.white >= 0.8) {
    const rest = border.colours.find((colour) => colour.name !== 'white')?.name ?? 'near white'
    return { kind: 'mostly-white', hasShadow: false, name: rest, phrase: 'a mostly white background', grounds: ['white'] }
  }
  if (isNeutral && ground.light - ground.dark >= gradientFrom)
    return { kind: 'gradient', hasShadow: false, name: 'gray', phrase: 'a gray gradient', grounds: greys }
  if (ground.dark >= 218 && ground.chroma <= 26 && isEven)
    return { kind: 'off-white', hasShadow: false, name: 'off-white', phrase: 'an off-white background', grounds: ['white', name] }
  const second = border.colours[1]?.name ?? 'near white'
  const isReallyWhite = border.white * 2 >= (main?.share ?? 0)
  const spoken = name !== 'white' ? name : isReallyWhite ? `white and ${second}` : 'off-white'
  const isPlain = (main?.share ?? 0) >= 0.8
  const article = /^[aeiou]/.test(spoken) ? 'an' : 'a'
  return { kind: isPlain ? 'plain' : 'busy', hasShadow: false, name: spoken, phrase: `${article} ${spoken} background`, grounds: [name] }
}
