const most = 6
const longest = 120

const fold = (question: string): string => question.trim().toLowerCase()

/**
 * Returns the questions that a workspace quotes in a “cannot tell” reply: only the workspace knows which it can answer. Empty if
 * it quotes none. The asked question is not included.
 */
export const readSuggestedQuestions = (text: string, asked: string): readonly string[] => {
  const quoted = [...text.matchAll(/“([^“”]+\?)”|"([^"]+\?)"/g)].map((found) => (found[1] ?? found[2] ?? '').trim())
  const seen = new Set([fold(asked)])
  return quoted
    .filter((question) => {
      const isNew = question.length <= longest && !seen.has(fold(question))
      seen.add(fold(question))
      return isNew
    })
    .slice(0, most)
}
