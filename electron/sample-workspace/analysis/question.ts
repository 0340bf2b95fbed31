/** What can be told from the pixels. */
export type Aspect = 'size' | 'format' | 'colours' | 'background' | 'sharpness' | 'transparency' | 'orientation'

const patterns: readonly (readonly [Aspect, RegExp])[] = [
  ['size', /\b(sizes?|dimensions?|resolution|width|height|how (big|large|wide|tall|high)|mega ?pixels?|pixels?)\b/],
  ['format', /\b((file|image|picture) ?(format|type)s?|format|kind of file|jpe?g|png|webp|gif)\b/],
  ['colours', /\b(colou?rs?|colou?red|palette|hues?)\b/],
  ['background', /\b(backgrounds?|backdrop|borders?)\b/],
  ['sharpness', /\b(sharp|sharpness|blur|blurred|blurry|blurriness|focus|focused|crisp)\b/],
  ['transparency', /\b(transparent|transparency|alpha|see-through|opaque)\b/],
  ['orientation', /\b(orientation|landscape|portrait|square|aspect|ratio|proportions?)\b/],
]

/** Words that ask for what pixels alone do not tell. */
const beyond =
  /\b(alt|alternative|describe|description|captions?|labels?|texts?|read|says?|written|writes?|words?|letters?|logos?|brands?|who|whose|why|where|when|people|person|face|price|cost|depicts?|depicted|translate|title|keywords?|tags?|categor\w+|material)\b/

export type Reading = {
  readonly aspects: readonly Aspect[]
  /** The question also asks for something that cannot be told. */
  readonly asksMore: boolean
}

/** Understands a question (English) by its words. */
export const readQuestion = (question: string): Reading => {
  const text = question.toLowerCase()
  // “The colour of the background” asks for the background, not for the main colours.
  const withoutBackgroundColour = text
    .replace(/\bbackground('s)? colou?rs?\b/g, 'background')
    .replace(
      /\bcolou?rs? (is|of|has|does|behind|are)?\s*(the |its |this )*(picture's |image's )?(background|backdrop|border)/g,
      'background',
    )
  const aspects = patterns.filter(([, pattern]) => pattern.test(withoutBackgroundColour)).map(([aspect]) => aspect)
  return { aspects, asksMore: beyond.test(text) }
}
