/** What a brand voice asks of a text, read from the words that describe the voice. */
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

export const splitSentences = (text: string): string[] =>
  (text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^.!?]*)*/gu) ?? []).map((sentence) => sentence.trim()).filter(Boolean)

const cutSentence = (sentence: string, longest: number): string[] => {
  if (sentence.split(/\s+/).length <= longest) return [sentence]
  const cut = /^(.{20,}?)(?:;|,? (?:and|but|so)) (.{15,})$/su.exec(sentence)
  if (cut?.[1] === undefined || cut[2] === undefined) return [sentence]
  const [, first, rest] = cut
  return [`${first.replace(/,$/, '')}.`, ...cutSentence((rest[0] ?? '').toUpperCase() + rest.slice(1), longest)]
}

/** The text's sentences as the voice would have them: nothing is added to what they say. */
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
