import { actionsContract } from './activity/actions-contract.ts'
import { eventsContract } from './activity/events-contract.ts'
import { jobsContract } from './activity/jobs-contract.ts'
import { queueContract } from './activity/queue-contract.ts'
import { brandVoicesContract } from './answers/brand-voices-contract.ts'
import { otherSourcesContract } from './answers/other-sources-contract.ts'
import { questionSetsContract } from './answers/question-sets-contract.ts'
import { questionsContract } from './answers/questions-contract.ts'
import { sheetContract } from './answers/sheet-contract.ts'
import { proxyContract } from './base/proxy-contract.ts'
import { recoveryContract } from './base/recovery-contract.ts'
import { settingsContract } from './base/settings-contract.ts'
import { checksContract } from './checks/checks-contract.ts'
import { exportsContract } from './exchange/exports-contract.ts'
import { handoverContract } from './exchange/handover-contract.ts'
import { intakeContract } from './pictures/intake-contract.ts'
import { libraryContract } from './pictures/library-contract.ts'
import { picturesContract } from './pictures/pictures-contract.ts'
import { publishingContract } from './pictures/publishing-contract.ts'
import { similarContract } from './pictures/similar-contract.ts'
import { versionsContract } from './pictures/versions-contract.ts'
import { catalogueContract } from './products/catalogue-contract.ts'
import { matchingContract } from './products/matching-contract.ts'
import { plansContract } from './products/plans-contract.ts'
import { problemsContract } from './products/problems-contract.ts'
import { productsContract } from './products/products-contract.ts'
import { sendAgainContract } from './products/send-again-contract.ts'
import { textsContract } from './products/texts-contract.ts'
import { removedContract } from './removed/removed-contract.ts'
import { sessionContract } from './service/session-contract.ts'
import { followedListsContract } from './watching/followed-lists-contract.ts'
import { watchingContract } from './watching/watching-contract.ts'
import { clientsContract } from './workspaces/clients-contract.ts'
import { connectionsContract } from './workspaces/connections-contract.ts'
import { offersContract } from './workspaces/offers-contract.ts'
import { visionContract } from './workspaces/vision-contract.ts'
import { workspacesContract } from './workspaces/workspaces-contract.ts'

/**
 * THE table of what a window or the command can ask of the core, a file for each part. A capability is a line there with what it changes,
 * its handler in the `api.ts` of its room and its caller. Errors are AppErrors (shared/base/errors.ts).
 */
export const contract = {
  events: eventsContract,
  library: libraryContract,
  settings: settingsContract,
  session: sessionContract,
  workspaces: workspacesContract,
  offers: offersContract,
  clients: clientsContract,
  proxy: proxyContract,
  otherSources: otherSourcesContract,
  connections: connectionsContract,
  vision: visionContract,
  publishing: publishingContract,
  intake: intakeContract,
  pictures: picturesContract,
  versions: versionsContract,
  similar: similarContract,
  watching: watchingContract,
  followedLists: followedListsContract,
  sendAgain: sendAgainContract,
  questions: questionsContract,
  sheet: sheetContract,
  questionSets: questionSetsContract,
  checks: checksContract,
  brandVoices: brandVoicesContract,
  products: productsContract,
  texts: textsContract,
  matching: matchingContract,
  catalogue: catalogueContract,
  exports: exportsContract,
  handover: handoverContract,
  plans: plansContract,
  actions: actionsContract,
  jobs: jobsContract,
  problems: problemsContract,
  removed: removedContract,
  recovery: recoveryContract,
  queue: queueContract,
}
export type Contract = typeof contract
export type { CoreEvent } from './activity/events-contract.ts'
export type { ProxyView } from './base/proxy-contract.ts'
export type { ConnectionForm, Revocation, SessionView } from './service/session-contract.ts'
