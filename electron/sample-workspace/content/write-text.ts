import { trimEndOf } from '../../../shared/base/trim-end.ts'
import { readVoice, speak, splitSentences } from './brand-voice.ts'

export type WritingTask = {
  readonly command: string
  readonly context?: string
  /** Descriptions of the brand voice and the style guide; undefined: none was chosen. */
  readonly voice?: string
  readonly knowledge: readonly string[]
  readonly outputCount: number
  readonly outputLanguage?: string
}

const cannot = (why: string): string => `Cannot write: ${why}`

/** Too common to say what a sentence is about. */
const common = new Set('the and for are was not you with this that its has have from our your all can but any one'.split(' '))

const keywords = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !common.has(word)),
  )

/** Sentences of the knowledge that share a word with the text, at most one of each item. */
const related = (text: string, knowledge: readonly string[]): string[] => {
  const words = keywords(text)
  return knowledge.flatMap((item) =>
    splitSentences(item)
      .filter((sentence) => [...keywords(sentence)].some((word) => words.has(word)))
      .slice(0, 1),
  )
}

const isEnglish = (language: string | undefined): boolean => language === undefined || /^en(glish)?\b/i.test(language)

const shape = (command: string, sentences: readonly string[]): readonly string[] => {
  if (/\b(shorten|shorter|summar(y|ise|ize)|brief|one sentence)\b/i.test(command))
    return sentences.slice(0, Math.ceil(sentences.length / 2))
  if (/\b(title|headline)\b/i.test(command)) return [trimEndOf(sentences[0] ?? '', '.!?')]
  return sentences
}

const isUnderstood = (command: string): boolean =>
  /\b(re-?write|write|shorten|shorter|summar(y|ise|ize)|brief|sentence|title|headline|bullets?|list|re-?phrase|improve|voice|tone)\b/i.test(
    command,
  )

/**
 * The texts for a command. There is no language model here: a text that is given is said again by the rules of the brand voice, shortened
 * or listed; all else is answered with “Cannot write: …”, never with something made up. Each further output is a sentence shorter.
 */
export const writeTexts = (task: WritingTask): string[] => {
  const { command, context, voice, knowledge, outputCount, outputLanguage } = task
  if (!isEnglish(outputLanguage)) return [cannot('this workspace writes English only.')]
  if (context === undefined || context.trim() === '') return [cannot('this workspace rewrites a text, so send one as “context”.')]
  if (!isUnderstood(command)) return [cannot('this workspace can rewrite, shorten, list, or make a title of a text.')]
  const spoken = speak([context, ...related(context, knowledge)].join(' '), readVoice(voice ?? ''))
  const sentences = shape(command, spoken)
  const lead = /\b(bullets?|list)\b/i.test(command) ? '- ' : ''
  const join = lead === '' ? ' ' : '\n'
  const texts = Array.from({ length: outputCount }, (_, index) =>
    sentences
      .slice(0, Math.max(1, sentences.length - index))
      .map((sentence) => lead + sentence)
      .join(join),
  )
  return [...new Set(texts)]
}
