/** Facts that are measured, read from the picture, or composed of both. */
export type Aspect = 'size' | 'format' | 'colours' | 'background' | 'sharpness' | 'transparency' | 'orientation' | 'text' | 'alt'

const patterns: readonly (readonly [Aspect, RegExp])[] = [
  [
    'size',
    /\b(sizes?|dimensions?|resolution|width|height|how (big|large|wide|tall|high)|(big|large|high) enough|mega ?pixels?|pixels?|\d{0,5}\s?px|hi(gh)?[- ]?res|kilobytes?|megabytes?|[km]b)\b/,
  ],
  ['format', /\b((file|image|picture) ?(format|type|extension|ending)s?|format|kind of file|jpe?g|png|webp|gif)\b/],
  ['colours', /\b(colou?rs?|colou?red|palette|hues?)\b/],
  ['background', /\b(backgrounds?|backdrop|bg|borders?|(on|against) (a )?(pure |plain )?white|cut-?outs?)\b/],
  ['sharpness', /\b(sharp|sharpness|blur|blurred|blurry|blurriness|focus|focused|crisp|unsharp)\b/],
  ['transparency', /\b(transparent|transparency|alpha|see-through|opaque)\b/],
  ['orientation', /\b(orientation|landscape|portrait|horizontal|vertical|square|aspect|ratio|proportions?)\b/],
  [
    'text',
    /\b(labels?|texts?|read|reads|says?|said|written|writing|words?|wording|letters?|lettering|inscriptions?|printed|ocr|transcri(be|bes|bed|bing|pts?|ptions?))\b/,
  ],
  ['alt', /\b(alt|alternative text|describe|descriptions?|captions?)\b/],
]

/** An alt text is one thing; “text” in its name asks for nothing more. */
const altName = /\b(alt|alternative)([- ]?(text|tag|attribute)s?)?\b/g

/** Naming an alt text's audience asks for nothing more; “text for screen readers” is one of its names. */
const forReaders = /\b(texts?|words?) for (a )?screen ?readers?\b/g
const audience =
  /\bfor (a |the |people who are |someone who is |somebody who is )?(blind|visually impaired|screen ?readers?)( (person|people|users?|customers?|readers?|persons?))?\b/g

/** Words that ask for facts that neither pixels nor OCR can give. */
const beyond =
  /\b(logos?|brands?|who|whose|why|where|when|people|person|face|price|cost|depicts?|depicted|translate|title|keywords?|tags?|categor(y|ies|i[sz]e|i[sz]ation)|material|what is (this|it|shown)|shows?|shown|mean|means|meaning)\b/

export type Reading = {
  readonly aspects: readonly Aspect[]
  /** The question also asks for something that can't be answered. */
  readonly asksMore: boolean
}

/** Understands a question (English) by its words. */
export const readQuestion = (question: string): Reading => {
  const text = question.toLowerCase().replace(forReaders, 'alt text').replace(audience, '').replace(altName, 'alt')
  // “The colour of the background” asks for the background, not for the main colours.
  const withoutBackgroundColour = text
    .replace(/\bbackground('s)? colou?rs?\b/g, 'background')
    .replace(
      /\bcolou?rs? (is|of|has|does|behind|are)?\s?(the |its |this ){0,2}(picture's |image's )?(background|backdrop|border)/g,
      'background',
    )
  const named = patterns.filter(([, pattern]) => pattern.test(withoutBackgroundColour)).map(([aspect]) => aspect)
  // An alt text holds the print; and “describe the background” asks for the background alone.
  const isWhole = /\balt\b/.test(text) || named.every((aspect) => aspect === 'alt' || aspect === 'text')
  const aspects = named.filter((aspect) => (aspect === 'alt' ? isWhole : aspect !== 'text' || !(isWhole && named.includes('alt'))))
  return { aspects, asksMore: beyond.test(text) }
}
