import { type ErrorRecord, giveErrorsWords } from '../../errors.ts'
import type { Failure } from '../../failures/failure.ts'
import { generalActions } from './actions.ts'
import { askingErrors } from './asking.ts'
import { catalogueErrors } from './catalogue.ts'
import { commandErrors } from './command.ts'
import type { ErrorWords, Said, Tell } from './error-words.ts'
import { handoverErrors } from './handover.ts'
import { keptWords } from './kept.ts'
import { keychainErrors } from './keychain.ts'
import { libraryErrors } from './library.ts'
import { matchingErrors } from './matching.ts'
import { networkErrors } from './network.ts'
import { outErrors } from './out.ts'
import { picturesErrors } from './pictures.ts'
import { plansErrors } from './plans.ts'
import { productsErrors } from './products.ts'
import { publishingErrors } from './publishing.ts'
import { questionSetsErrors } from './question-sets.ts'
import { requirementProfilesErrors } from './requirement-profiles.ts'
import { serviceErrors } from './service.ts'
import { sessionErrors } from './session.ts'
import { watchingErrors } from './watching.ts'
import { windowErrors } from './window.ts'
import { workErrors } from './work.ts'
import { workspacesErrors } from './workspaces.ts'

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
