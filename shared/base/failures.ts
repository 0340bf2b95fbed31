import type { AskingFailure } from '../answers/asking-failures.ts'
import type { QuestionSetsFailure } from '../answers/question-sets-failures.ts'
import type { RequirementProfilesFailure } from '../checks/requirement-profiles-failures.ts'
import type { CommandFailure } from '../command/command-failures.ts'
import type { OutFailure } from '../exchange/exports-failures.ts'
import type { HandoverFailure } from '../exchange/handover-failures.ts'
import type { PicturesFailure } from '../pictures/pictures-failures.ts'
import type { PublishingFailure } from '../pictures/publishing-failures.ts'
import type { CatalogueFailure } from '../products/catalogue-failures.ts'
import type { MatchingFailure } from '../products/matching-failures.ts'
import type { PlansFailure } from '../products/plans-failures.ts'
import type { ProductsFailure } from '../products/products-failures.ts'
import type { WorkFailure } from '../queue/work-failures.ts'
import type { ServiceFailure } from '../service/service-failures.ts'
import type { SessionFailure } from '../service/session-failures.ts'
import type { FollowedListsFailure } from '../watching/followed-lists-failures.ts'
import type { WatchingFailure } from '../watching/watching-failures.ts'
import type { WorkspacesFailure } from '../workspaces/workspaces-failures.ts'
import type { LibraryFailure } from './database-failures.ts'
import type { ErrorCode } from './error-codes.ts'
import type { Kept } from './kept.ts'
import type { KeychainFailure } from './keychain-failures.ts'
import type { NetworkFailure } from './network-failures.ts'
import type { WindowFailure } from './window-failures.ts'

/** Not foreseen. `said`: the words of the error that was thrown. */
export type UnexpectedFailure = { readonly kind: 'unexpected'; readonly said: string }

/** What went wrong, as typed facts: one union per area (`*-failures.ts`). Those that hold another error take its type, as that holds a failure again. Words: `*-error-words.ts`. */
export type Failure =
  | UnexpectedFailure
  | AskingFailure<ErrorRecord>
  | CatalogueFailure
  | CommandFailure<ErrorRecord>
  | FollowedListsFailure
  | KeychainFailure<ErrorRecord>
  | LibraryFailure
  | MatchingFailure
  | NetworkFailure
  | HandoverFailure
  | OutFailure
  | PicturesFailure
  | PlansFailure
  | ProductsFailure<ErrorRecord>
  | PublishingFailure<ErrorRecord>
  | QuestionSetsFailure
  | RequirementProfilesFailure
  | ServiceFailure
  | SessionFailure<ErrorRecord>
  | WatchingFailure
  | WindowFailure
  | WorkFailure<ErrorRecord>
  | WorkspacesFailure<ErrorRecord>

/** An error as facts, stored with a job and sent to the window. `describeError` (words/errors) makes the sentences. */
export type ErrorRecord = {
  readonly code: ErrorCode
  readonly failure: Failure
  /** Data that was kept or work that did not start, if the failure itself does not say it. */
  readonly kept?: Kept
  /** HTTP status, where the service answered. */
  readonly status?: number
  /** The shortest wait before the next try, in milliseconds (from `Retry-After`). */
  readonly retryAfterMs?: number
}
