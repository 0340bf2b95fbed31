/** Frequent words that other languages of Latin letters have and English hasn't. */
const foreign = new Set(
  (
    'hintergrundfarbe bildgröße auflösung beschreibung freigestellt querformat hochformat schärfe lies ' +
    'décrivez couleurs colores dimensiones descripción ' +
    'etikett steht weiß weiße scharf groß bitte zum alternativtext bildbeschreibung ' +
    'que dit écrit étiquette texte alternatif blanc blanche nette ' +
    'dice etiqueta texto alternativo blanco nítida escrito ' +
    'cosa etichetta testo bianco nitida scritto ' +
    'staat etiket scherp tekst ' +
    'diz rótulo branco nítida ' +
    'etykiecie napisano tekst alternatywny białe ' +
    'står etiketten vit hvit skarp på hva alternativtekst ' +
    'der das den dem ist sind ein eine einen und oder welche welcher welches wie wer wo warum hat hintergrund bild farbe farben größe auf für mit nicht beschreibe ' +
    'le les la une des du est sont quel quelle quels quelles et ou avec pour qui où pourquoi couleur fond taille dans sur cette décris ' +
    'el los las una es son qué cuál cuáles y con para quién dónde fondo tamaño imagen esta describe ' +
    'il lo gli della di che è sono quale quali colore sfondo immagine sulla ' +
    'het een zijn wat welke kleur achtergrond afbeelding op van voor ' +
    'o os um uma do da são qual quais cor fundo imagem ' +
    'jest co jaki jaka jakie kolor tło czy ' +
    'är och vad vilken färg bakgrund bilden hvad hvilken farve baggrund hva farge bakgrunn'
  ).split(' '),
)
/** Function words of an English question. */
const joints =
  'the is are was a an and or what which who whose where why when how does do can of on in at with for to it its this that these there has have any'.split(
    ' ',
  )
const english = new Set([
  ...joints,
  ...'alt text describe picture image photo label background colour color size format please say read write list name tell me give white sharp'.split(
    ' ',
  ),
])

/**
 * Whether a question is in English as far as its words show: most of its letters are Latin, and it has no more words of another language
 * than of English. Unknown words count for neither, so that names and short questions pass.
 */
export const isEnglish = (question: string): boolean => {
  const letters = question.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  if (latin.length * 2 < letters.length) return false
  if (/[¿¡]/.test(question)) return false
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? []
  // “alt text を日本語で”: English terms in a question of another script.
  if (latin.length < letters.length && !words.some((word) => joints.includes(word))) return false
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length
  const elided = question.match(/(?<!\p{L})[dl][’']\p{L}/giu)?.length ?? 0
  const others = elided + words.filter((word) => foreign.has(word) && !english.has(word)).length
  return others <= count(english) || (others === 1 && words.length > 3)
}

const languages =
  'german|french|spanish|italian|portuguese|dutch|polish|swedish|danish|norwegian|finnish|czech|hungarian|romanian|greek|turkish|russian|ukrainian|arabic|hebrew|hindi|chinese|japanese|korean|deutsch|français|español|italiano|nederlands'
const inOther = new RegExp(`\\b(in|into|to|auf|en) (${languages})\\b`)
/** “German alt text”, “alt text (German)”. */
const namedOther = new RegExp(
  `\\b(${languages}) (alt\\b|alternative text|captions?\\b|descriptions?\\b)|\\b(alt([- ]?text)?|captions?|descriptions?)[ ,:]*\\(?(${languages})\\)?\\W*$`,
)
const asksToWrite = /\b(alt|describe|descriptions?|captions?|answer|reply|respond|write|tell|say it|translat(e|es|ed|ing|ions?|ors?))\b/

/** True for “alt text in German”: the answer is requested in another language. */
export const wantsOtherLanguage = (question: string): boolean => {
  const text = question.toLowerCase()
  return (inOther.test(text) && asksToWrite.test(text)) || namedOther.test(text)
}
