/** How many files may need a second try. More point to a fault of the tests or of Packshot, and count as a failure. The goal is zero. */
const mostSecondTries = 1

/** @returns a result like that of a check, or none while second tries are few */
export const judgeSecondTries = (results) => {
  const files = results.flatMap(({ retriedFiles }) => retriedFiles)
  if (files.length <= mostSecondTries) return []
  const message = `${files.length} files passed only when tried again, and only ${mostSecondTries} may: ${files.join(', ')}`
  const none = { passed: 0, skipped: 0, skips: [], retried: [], retriedFiles: [] }
  return [{ name: 'again', ...none, failed: 1, failures: [{ test: 'second tries', message }], took: 0 }]
}
