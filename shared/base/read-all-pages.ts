import type { Answer, AnswersPiece, AnswersPlace } from '../answers/questions.ts'
import type { Written } from '../exchange/export-answers.ts'

/**
 * All answers of the workspace that is active now, piece by piece. What changes meanwhile is in it as it was or as it is, never both, and what does
 * not change is in it once.
 */
export const readAllAnswers = async (
  read: (place: AnswersPlace | null) => Promise<AnswersPiece>,
): Promise<{ readonly answers: Answer[]; readonly written: Written }> => {
  const answers: Answer[] = []
  const written = new Map<string, { readonly text: string; readonly voiceName: string }>()
  let place: AnswersPlace | null = null
  do {
    const piece: AnswersPiece = await read(place)
    for (const one of piece.answers) answers.push(one)
    for (const { jobId, ...text } of piece.written) written.set(jobId, text)
    place = piece.next
  } while (place !== null)
  return { answers, written }
}
