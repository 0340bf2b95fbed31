const most = 6
const longest = 120

const fold = (question: string): string => question.trim().toLowerCase()

/**
 * Questions that a workspace names, in quotes, where it says that it cannot tell: it knows what it can answer, nobody else does. None, if
 * it names none. The question that was asked is not among them.
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
