import type { ReadText, TextReading } from '../../measuring-pixels/text/read-text.ts'
import { type Answer, answerQuestion } from './answer.ts'
import { isEnglish, wantsOtherLanguage } from './language.ts'
import { type Measure, opening } from './measure.ts'
import { readQuestion } from './question.ts'
import type { AskVision } from './vision/ask-vision.ts'

/** `refused`: these bytes are no picture that can be looked at. */
export type Answered = Answer | { readonly kind: 'refused'; readonly reason: string }

/** Answers a question about a picture whose SHA-256 is known. */
export type AnswerAbout = (question: string, bytes: Buffer, sha256: string) => Promise<Answered>

type Ports = {
  readonly measure: Measure
  readonly readText: ReadText
  /** Absent: no vision endpoint is set. */
  readonly askVision?: AskVision
  /** Logs a line for the person who runs the workspace. */
  readonly tell: (line: string) => void
}

const notLookedFor: TextReading = { kind: 'none' }

/**
 * Pixels and OCR answer their own kinds of questions, and run only when needed. Other questions (content, other
 * languages, a better alt text) are for the vision endpoint, if one is set; when that fails, the rest answers as well as it can.
 */
export const createAnswering =
  ({ measure, readText, askVision, tell }: Ports): AnswerAbout =>
  async (question, bytes, sha256) => {
    const measured = await measure(bytes, sha256)
    if (measured.kind === 'refused') return measured
    const { picture } = measured
    const { aspects, asksMore } = readQuestion(question)
    const english = isEnglish(question) && !wantsOtherLanguage(question)
    const asksText = english && (aspects.includes('text') || aspects.includes('alt'))
    const text = asksText ? await readText(opening(bytes), sha256, picture) : notLookedFor
    const evidence = { picture, text }
    const isBeyond =
      !english || asksMore || aspects.length === 0 || aspects.includes('alt') || (aspects.includes('text') && text.kind !== 'text')
    if (askVision === undefined || !isBeyond) return answerQuestion(question, evidence)
    const measurable = aspects.filter((aspect) => aspect !== 'alt' && (aspect !== 'text' || text.kind === 'text'))
    // The measured and read facts are sent along, as models count pixels and spell badly.
    const facts = [...(measurable.length === 0 ? [] : [answerQuestion(measurable.join(', '), evidence).text])]
    if (text.kind === 'text')
      facts.push(
        `Print on it: ${text.lines
          .map((line) => line.text)
          .join(' / ')
          .slice(0, 1000)}`,
      )
    const seen = await askVision(question, bytes, facts)
    if (seen.kind === 'answer') return seen
    if (seen.kind === 'failed') tell(`The vision endpoint did not answer: ${seen.reason}.`)
    return answerQuestion(question, evidence, seen.kind === 'failed' ? seen.reason : 'the vision model cannot tell from the picture')
  }
