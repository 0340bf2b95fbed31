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
import type { WatchingFailure } from '../watching/watching-failures.ts'
import type { WorkspacesFailure } from '../workspaces/workspaces-failures.ts'
import type { LibraryFailure } from './database-failures.ts'
import type { KeychainFailure } from './keychain-failures.ts'
import type { NetworkFailure } from './network-failures.ts'
import type { WindowFailure } from './window-failures.ts'

/** Not foreseen. `said`: the words of the error that was thrown. */
export type UnexpectedFailure = { readonly kind: 'unexpected'; readonly said: string }

/** What went wrong, as typed facts: one union per area (the files of this folder). Words: ../words/errors. */
export type Failure =
  | UnexpectedFailure
  | AskingFailure
  | CatalogueFailure
  | CommandFailure
  | KeychainFailure
  | LibraryFailure
  | MatchingFailure
  | NetworkFailure
  | HandoverFailure
  | OutFailure
  | PicturesFailure
  | PlansFailure
  | ProductsFailure
  | PublishingFailure
  | QuestionSetsFailure
  | RequirementProfilesFailure
  | ServiceFailure
  | SessionFailure
  | WatchingFailure
  | WindowFailure
  | WorkFailure
  | WorkspacesFailure
