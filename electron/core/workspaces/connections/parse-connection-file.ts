import { readFileSets } from '../../../../shared/answers/question-set-file.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { readFileProfiles } from '../../../../shared/checks/requirement-profile-file.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { checkConnectionFile } from './connection-rules.ts'

/** Characters; a real one has fewer than 2,000, and more only with question sets. */
const largest = 1_000_000

/** The text of a `.packshot` file as a connection file. Throws AppError `invalid-connection-file` that names the field. */
export const parseConnectionFile = (text: string): ConnectionFile => {
  if (text.length > largest)
    throw new AppError('invalid-connection-file', { kind: 'connection-file-unusable', from: 'file', problem: { form: 'too-large' } })
  const file = checkConnectionFile(parseJson(text), 'file')
  // Sets and profiles that can't be used are named before anything is connected.
  if (file.questionSets) readFileSets(file.questionSets)
  if (file.requirementProfiles) readFileProfiles(file.requirementProfiles)
  return file
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // The parser's own message quotes the text, which holds a secret.
    throw new AppError('invalid-connection-file', { kind: 'connection-file-unusable', from: 'file', problem: { form: 'no-json' } })
  }
}
