import { askingErrors } from '../answers/asking-error-words.ts'
import { questionSetsErrors } from '../answers/question-sets-error-words.ts'
import { requirementProfilesErrors } from '../checks/requirement-profiles-error-words.ts'
import { commandErrors } from '../command/command-error-words.ts'
import { outErrors } from '../exchange/exports-error-words.ts'
import { handoverErrors } from '../exchange/handover-error-words.ts'
import { picturesErrors } from '../pictures/pictures-error-words.ts'
import { publishingErrors } from '../pictures/publishing-error-words.ts'
import { catalogueErrors } from '../products/catalogue-error-words.ts'
import { matchingErrors } from '../products/matching-error-words.ts'
import { plansErrors } from '../products/plans-error-words.ts'
import { productsErrors } from '../products/products-error-words.ts'
import { workErrors } from '../queue/work-error-words.ts'
import { serviceErrors } from '../service/service-error-words.ts'
import { sessionErrors } from '../service/session-error-words.ts'
import { followedListsErrors } from '../watching/followed-lists-error-words.ts'
import { watchingErrors } from '../watching/watching-error-words.ts'
import { workspacesErrors } from '../workspaces/workspaces-error-words.ts'
import { libraryErrors } from './database-error-words.ts'
import type { ErrorWords, Said, Tell } from './error-words.ts'
import { type ErrorRecord, giveErrorsWords } from './errors.ts'
import type { Failure } from './failures.ts'
import { generalActions } from './general-advice-words.ts'
import { keptWords } from './kept-words.ts'
import { keychainErrors } from './keychain-error-words.ts'
import { networkErrors } from './network-error-words.ts'
import { windowErrors } from './window-error-words.ts'

/** All failures in English. Another language is a second record of this type, beside its own `generalActions` and `keptWords`. */
const failureWords: ErrorWords<Failure> = {
  unexpected: ({ said }) => `Something unexpected happened: ${said}`,
  ...askingErrors,
  ...catalogueErrors,
  ...commandErrors,
  ...keychainErrors,
  ...libraryErrors,
  ...matchingErrors,
  ...networkErrors,
  ...handoverErrors,
  ...outErrors,
  ...picturesErrors,
  ...plansErrors,
  ...productsErrors,
  ...publishingErrors,
  ...questionSetsErrors,
  ...requirementProfilesErrors,
  ...serviceErrors,
  ...sessionErrors,
  ...followedListsErrors,
  ...watchingErrors,
  ...windowErrors,
  ...workErrors,
  ...workspacesErrors,
}

type Described = Pick<ErrorRecord, 'code' | 'failure' | 'kept'>

const say = ({ code, failure }: Described): Said => {
  // Each entry takes the facts of its own kind, which a record of all kinds can't tell the compiler.
  const words = failureWords[failure.kind] as ((facts: Failure, tell: Tell) => string | Said) | undefined
  const said = words?.(failure, tell) ?? `Something went wrong (${code}).`
  return typeof said === 'string' ? { message: said } : said
}

/** Only what happened: part of a longer sentence, which says itself what was kept. */
export const describeCause = (error: Described): string => say(error).message

const describeAction = (error: Described): string => say(error).action ?? generalActions[error.code]

const tell: Tell = { cause: describeCause, action: describeAction }

/** An error as a person reads it: what happened, what was kept, and what to do. */
export const describeError = (error: Described): { readonly message: string; readonly action: string } => ({
  message: error.kept === undefined ? describeCause(error) : `${describeCause(error)} ${keptWords[error.kept]}`,
  action: describeAction(error),
})

giveErrorsWords(describeError)
