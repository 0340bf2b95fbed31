import type { AskingFailure } from './asking.ts'
import type { CatalogueFailure } from './catalogue.ts'
import type { CommandFailure } from './command.ts'
import type { HandoverFailure } from './handover.ts'
import type { KeychainFailure } from './keychain.ts'
import type { LibraryFailure } from './library.ts'
import type { MatchingFailure } from './matching.ts'
import type { NetworkFailure } from './network.ts'
import type { OutFailure } from './out.ts'
import type { PicturesFailure } from './pictures.ts'
import type { PlansFailure } from './plans.ts'
import type { ProductsFailure } from './products.ts'
import type { PublishingFailure } from './publishing.ts'
import type { QuestionSetsFailure } from './question-sets.ts'
import type { RequirementProfilesFailure } from './requirement-profiles.ts'
import type { ServiceFailure } from './service.ts'
import type { SessionFailure } from './session.ts'
import type { WatchingFailure } from './watching.ts'
import type { WindowFailure } from './window.ts'
import type { WorkFailure } from './work.ts'
import type { WorkspacesFailure } from './workspaces.ts'

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
