import type { Answer, AnswersPiece } from '../answers/questions.ts'
import type { Written } from '../exchange/export-answers.ts'

/** All answers of the workspace that is active now, as they were at one moment. */
export const readAllAnswers = async (
  read: () => Promise<AsyncIterable<AnswersPiece>>,
): Promise<{ readonly answers: Answer[]; readonly written: Written }> => {
  const answers: Answer[] = []
  const written = new Map<string, { readonly text: string; readonly voiceName: string }>()
  for await (const piece of await read()) {
    if (piece.isAgain) {
      answers.length = 0
      written.clear()
    }
    for (const one of piece.answers) answers.push(one)
    for (const { jobId, ...text } of piece.written) written.set(jobId, text)
  }
  return { answers, written }
}
