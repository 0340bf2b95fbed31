/** Requirements of a brand voice for a text, derived from its description. */
export type VoiceRules = {
  readonly contractions: 'use' | 'spell-out' | 'leave'
  /** Longer sentences are cut at a conjunction or a semicolon; undefined: left as they are. */
  readonly longestSentence: number | undefined
  readonly exclamations: boolean
  readonly plainWords: boolean
}

/** Negations first: “it is not” is “it isn’t”. */
const contractions: readonly (readonly [string, string])[] = [
  ['is not', 'isn’t'],
  ['are not', 'aren’t'],
  ['does not', 'doesn’t'],
  ['do not', 'don’t'],
  ['cannot', 'can’t'],
  ['it is', 'it’s'],
  ['you are', 'you’re'],
  ['we are', 'we’re'],
  ['there is', 'there’s'],
  ['that is', 'that’s'],
]

const plain: readonly (readonly [string, string])[] = [
  ['utilise', 'use'],
  ['utilize', 'use'],
  ['approximately', 'about'],
  ['purchase', 'buy'],
  ['obtain', 'get'],
  ['commence', 'start'],
  ['additional', 'more'],
  ['in order to', 'to'],
  ['prior to', 'before'],
  ['sufficient', 'enough'],
]

/** Replaces whole words, keeping a capital at the beginning. */
const replaceWords = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce(
    (changed, [from, to]) =>
      changed.replace(new RegExp(`(?<![\\p{L}’'])${from}(?![\\p{L}’'])`, 'giu'), (found) =>
        found[0] === found[0]?.toUpperCase() ? to[0]?.toUpperCase() + to.slice(1) : to,
      ),
    text,
  )

export const readVoice = (description: string): VoiceRules => {
  const text = description.toLowerCase()
  const formal = /\b(formal|no contractions|serious|official)\b/.test(text)
  return {
    contractions: formal ? 'spell-out' : /\b(contractions|friendly|relaxed|casual|warm|conversational)\b/.test(text) ? 'use' : 'leave',
    longestSentence: /\b(short|brief|concise|crisp)\b/.test(text) ? 12 : /\bone thought\b/.test(text) ? 18 : undefined,
    exclamations: !/\b(no exclamation|formal|calm|plain)\b/.test(text),
    plainWords: /\b(plain|simple|friendly)\b/.test(text),
  }
}

/** A sentence ends with “.”, “!” or “?” before a blank or the end; each sign is looked at once. */
export const splitSentences = (text: string): string[] => {
  const sentences: string[] = []
  let from = 0
  for (const stop of text.matchAll(/[.!?]+/g)) {
    const end = stop.index + stop[0].length
    if (stop.index === from) from = end
    else if (end === text.length || /\s/.test(text[end] ?? '')) {
      sentences.push(text.slice(from, end))
      from = end
    }
  }
  return [...sentences, text.slice(from)].map((sentence) => sentence.trim()).filter(Boolean)
}

const countWords = (text: string): number => text.split(/\s+/).length
const joint = /(?:;|,? (?:and|but|so)) /g
/** A piece before a joint is at least this long; what follows the last joint as well, characters. */
const shortest = { before: 20, after: 15 } as const

/** Cuts at joints while more than `longest` words are left. */
const cutSentence = (sentence: string, longest: number): string[] => {
  const pieces: string[] = []
  let [from, left] = [0, countWords(sentence)]
  while (left > longest) {
    joint.lastIndex = from + shortest.before
    const found = joint.exec(sentence)
    if (found === null || sentence.length - joint.lastIndex < shortest.after) break
    const first = sentence.slice(from, found.index)
    pieces.push(`${capitalise(first, from > 0)}.`)
    left -= countWords(first) + (found[0] === '; ' ? 0 : 1)
    from = joint.lastIndex
  }
  return [...pieces, capitalise(sentence.slice(from), from > 0)]
}

const capitalise = (text: string, isNeeded: boolean): string => (isNeeded ? (text[0] ?? '').toUpperCase() + text.slice(1) : text)

/** The text's sentences in this voice, without added content. */
export const speak = (text: string, rules: VoiceRules): string[] => {
  let changed = text.replace(/\s+/g, ' ').trim()
  if (rules.plainWords) changed = replaceWords(changed, plain)
  if (rules.contractions === 'use') changed = replaceWords(changed, contractions)
  if (rules.contractions === 'spell-out')
    changed = replaceWords(
      changed.replaceAll("'", '’'),
      contractions.map(([long, short]) => [short, long] as const),
    )
  if (!rules.exclamations) changed = changed.replace(/!+/g, '.')
  const longest = rules.longestSentence
  return splitSentences(changed).flatMap((sentence) => (longest === undefined ? [sentence] : cutSentence(sentence, longest)))
}
