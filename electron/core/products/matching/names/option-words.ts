import { readText } from './read-text.ts'
import { isCounter, isSortingFolder, rankView } from './view-words.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Names of options whose values don’t change what a picture shows. */
const sizeNames = wordsOf(
  'size sizes shoesize clothingsize waist inseam length width age alter edad leeftijd größe grosse groesse konfektionsgröße schuhgröße länge taille taglia talla maat pointure tamaño tamano',
)

const colorNames = wordsOf('color colour colors colorway farbe couleur colore kleur cor shade finish')

/** Sizes in letters, as they are written without separators. */
const letterSizes = wordsOf('xxxs xxs xs s m l xl xxl xxxl xxxxl 2xs 3xs 2xl 3xl 4xl 5xl 6xl')

/** Numbers and fillers that are values of some lists, and say little alone. */
const vague = wordsOf(
  'one two three four five six eins zwei drei vier un une deux trois uno due dos tres old none no and of with without the set on für for mit ohne und all',
)

/** Words of cameras, studios and exports: they tell nothing of a product. */
const fillers = wordsOf(
  'dsc dscf dscn mvi pxl copy kopie v ver version hr lr hires lores highres lowres px cmyk rgb srgb transparent cutout freisteller freigestellt studio shoot ' +
    'shooting ecom ecommerce shop product produkt amazon shopify x var variant media th retouched ghost flat flatlay lay mannequin hanger still crop ' +
    'background screenshot pim',
)

/** Before or after a color, these make another one: light blue, bleu marine. */
const qualifiers = wordsOf(
  'light dark pale deep bright neon hot hell dunkel clair claire fonce foncee marine claro clara oscuro oscura marino chiaro scuro melange heather striped gestreift',
)

/** Folded. A list that lacks a color may still have pictures of it. */
const basicColors = wordsOf(
  'black white red blue green yellow orange purple violet pink brown grey gray beige navy gold silver khaki olive turquoise cream ivory ' +
    'schwarz weiss rot blau grun gruen gelb lila rosa braun grau silber turkis tuerkis noir blanc rouge bleu vert jaune rose marron gris argent ' +
    'nero bianco rosso blu verde giallo viola marrone grigio negro blanco rojo azul amarillo morado zwart wit rood blauw groen geel paars bruin grijs',
)

export const isBasicColor = (folded: string): boolean => basicColors.has(folded)

const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' }

/** What studios write for views: they may be a color’s code, too. */
const shortViews = wordsOf('bk fr ft sd lt rt tp bt ls dt lf rg hl cl sw cu lo hi on uk eu us de en it es nl')

/** Scripts of which one character is a word. */
const wordCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** A word without accents and case. */
export const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[ßøæœłđ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')

const written: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** The ways in which a word with umlauts is written in names of files: grun, gruen. */
export const spellings = (word: string): readonly string[] => {
  const plain = foldWord(word)
  const long = foldWord(
    word
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[äöüåø]/g, (letter) => written[letter] ?? letter),
  )
  return long === plain ? [plain] : [plain, long]
}

const joined = (text: string): string =>
  foldWord(
    readText(text)
      .atoms.map((atom) => atom.text)
      .join(''),
  )

const foldedSizes = new Set([...sizeNames].map(foldWord))

export const isSizeName = (option: string): boolean =>
  foldedSizes.has(joined(option)) || foldedSizes.has(foldWord(readText(option).atoms[0]?.text ?? ''))

export const isColorName = (option: string): boolean =>
  colorNames.has(joined(option)) || colorNames.has(foldWord(readText(option).atoms[0]?.text ?? ''))

export const isLetterSize = (folded: string): boolean => letterSizes.has(folded)

/** A word for a view, a folder or a count. */
export const isOtherWord = (word: string): boolean => rankView(word) !== null || isCounter(word) || isSortingFolder(word)

/** It may be a value, but says little alone. */
export const isVague = (word: string): boolean => isOtherWord(word) || vague.has(word) || fillers.has(word)

export const isQualifier = (word: string): boolean => qualifiers.has(word)

/** A code of two letters, such as NV for navy. */
export const isShortCode = (folded: string): boolean =>
  /^[a-z]{2}$/.test(folded) && !shortViews.has(folded) && !isLetterSize(folded) && !isOtherWord(folded)

export const hasWordCharacters = (text: string): boolean => wordCharacters.test(text)
