import type { CheckedLanguage } from '../answers/question-sets.ts'

/**
 * Whether a short text is in a language. Found by its script, and in Latin script by the small words that nearly every sentence has. Names,
 * codes and a few words of any kind are no proof, so a text counts as another language only if more of its small words are that one's.
 */

type Script = 'Latin' | 'Cyrillic' | 'Greek' | 'Arabic' | 'Hebrew' | 'Devanagari' | 'Thai' | 'Hangul' | 'Kana' | 'Han'

const scripts: Readonly<Record<Script, RegExp>> = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Thai: /\p{Script=Thai}/u,
  Hangul: /\p{Script=Hangul}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Han: /\p{Script=Han}/u,
}

const allScripts = Object.entries(scripts) as readonly [Script, RegExp][]

/** The scripts of languages that are not written in Latin letters. */
const scriptsOf: Readonly<Partial<Record<CheckedLanguage, readonly Script[]>>> = {
  ar: ['Arabic'],
  el: ['Greek'],
  he: ['Hebrew'],
  hi: ['Devanagari'],
  ja: ['Kana', 'Han'],
  ko: ['Hangul'],
  ru: ['Cyrillic'],
  th: ['Thai'],
  uk: ['Cyrillic'],
  zh: ['Han'],
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Small words of languages in Latin script. A word of several of them counts for each. */
const smallWords = {
  cs: words('a na se v je z do s že pro to ve si o jako za by po od ale jsou který která které nebo před pod nad při bez'),
  da: words('og i en et er på til med det den af som for der fra har ikke ved eller over under foran mod uden de'),
  de: words(
    'und der die das ein eine einen einem einer eines mit auf in im ist von vom zu zum zur für den dem des auf vor sich nicht aus an am bei oder auch wird über unter ohne',
  ),
  en: words(
    'the a an of and with on in is are to at by for from its it this that has have or as against over under without wearing which be',
  ),
  es: words('el la los las un una unos unas de del y con en es para por que se su al sobre sin o como está son lo más muy entre'),
  fi: words('ja on ei se että joka ovat kun kuin myös tai mutta sekä jossa jonka päällä alla kanssa edessä hän tämä'),
  fr: words(
    'le la les un une des de du et avec sur dans est en pour par que qui au aux son sa ses ce cette il elle ou sans sous plus devant',
  ),
  hu: words('a az és egy van hogy nem is de meg ez azt vagy mint csak fel el már volt alatt felett előtt nélkül valamint amely'),
  it: words(
    'il lo la i gli le un uno una di del della dei delle e con su sul sulla in è per da dal dalla che si nel nella al alla o sono come senza sotto',
  ),
  nl: words('de het een en van met op in is voor aan te dat die zijn bij naar uit door ook of niet om onder boven zonder tegen er als'),
  no: words('og i en et er på til med det den av som for fra har ikke ved eller over under foran mot uten de ei'),
  pl: words('i w na z do się jest o że to nie od za po przez dla jak oraz pod nad przed bez który która które ze są lub przy'),
  pt: words(
    'o a os as um uma uns umas de do da dos das e com em no na nos nas é para por que se seu sua ao sobre sem ou como está são mais pelo pela',
  ),
  ro: words('și de la un o cu pe în este din pentru care nu se ce sau mai sunt al ai ale fără sub prin lângă unei unui'),
  sv: words('och i en ett är på till med det den av som för från har inte vid eller över under framför mot utan de att'),
  tr: words('ve bir bu ile için de da çok olan olarak gibi üzerinde altında var ne daha en veya ya kadar önünde'),
} as const satisfies Partial<Record<CheckedLanguage, ReadonlySet<string>>>

type LatinLanguage = keyof typeof smallWords
const latinLanguages = Object.keys(smallWords) as readonly LatinLanguage[]

/** Letters and words that are looked at: the beginning of a text is in the language of all of it. */
const mostLetters = 2_000
/** Fewer small words of another language are no proof. */
const leastWords = 2

const countScripts = (text: string): ReadonlyMap<Script, number> => {
  const counts = new Map<Script, number>()
  let letters = 0
  for (const character of text) {
    if (letters === mostLetters) break
    for (const [script, is] of allScripts) {
      if (!is.test(character)) continue
      counts.set(script, (counts.get(script) ?? 0) + 1)
      letters += 1
      break
    }
  }
  return counts
}

const sumOf = (counts: ReadonlyMap<Script, number>, wanted: readonly Script[]): number =>
  wanted.reduce((sum, script) => sum + (counts.get(script) ?? 0), 0)

const isLatin = (language: CheckedLanguage): language is LatinLanguage => language in smallWords

/** A language that only one checked language uses the script of; `null`: several, or none. */
const languageOfScript = (counts: ReadonlyMap<Script, number>): CheckedLanguage | null => {
  if (sumOf(counts, ['Kana']) > 0) return 'ja'
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  const using = (Object.keys(scriptsOf) as CheckedLanguage[]).filter((one) => most && scriptsOf[one]?.includes(most[0]))
  return using.length === 1 ? (using[0] ?? null) : null
}

/** The languages that a small word is of, by their places in `latinLanguages`. */
const languagesOf: ReadonlyMap<string, readonly number[]> = (() => {
  const found = new Map<string, number[]>()
  for (const [at, language] of latinLanguages.entries())
    for (const word of smallWords[language]) found.set(word, [...(found.get(word) ?? []), at])
  return found
})()

const judgeLatin = (text: string, language: LatinLanguage): CheckedLanguage | null => {
  const counts = new Uint16Array(latinLanguages.length)
  for (const [word] of text
    .slice(0, mostLetters)
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}]+/gu))
    for (const at of languagesOf.get(word) ?? []) counts[at] = (counts[at] ?? 0) + 1
  const own = counts[latinLanguages.indexOf(language)] ?? 0
  const most = Math.max(...counts)
  // Twice as many: languages that are close, like Danish and Norwegian, share most of their small words.
  return most >= leastWords && most > 2 * own ? (latinLanguages[counts.indexOf(most)] ?? null) : null
}

/** Letters of any other script. */
const notLatin = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

export type LanguageDoubt = { readonly seems: CheckedLanguage | null }

/** What speaks against a text being in this language; `null`: nothing, as for a text without letters. */
export const doubtLanguage = (text: string, language: CheckedLanguage): LanguageDoubt | null => {
  if (isLatin(language) && !notLatin.test(text)) {
    const other = judgeLatin(text, language)
    return other === null ? null : { seems: other }
  }
  const counts = countScripts(text)
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
  if (all === 0) return null
  const own: readonly Script[] = scriptsOf[language] ?? ['Latin']
  // Brands and sizes are often in Latin letters.
  const others = all - sumOf(counts, own) - (own.includes('Latin') ? 0 : sumOf(counts, ['Latin']))
  const isForeign = sumOf(counts, own) === 0 || others > sumOf(counts, own) || (language === 'zh' && sumOf(counts, ['Kana']) > 0)
  if (isForeign) {
    if (sumOf(counts, own) === 0 && others === 0 && all < 12) return null
    return { seems: languageOfScript(counts) }
  }
  // “і”, “ї”, “є” and “ґ” are Ukrainian, “ы”, “э”, “ъ” and “ё” Russian.
  if (language === 'ru' && /[іїєґ]/i.test(text)) return { seems: 'uk' }
  if (language === 'uk' && /[ыэъё]/i.test(text)) return { seems: 'ru' }
  if (!isLatin(language)) return null
  const seems = judgeLatin(text, language)
  return seems === null ? null : { seems }
}
