import { actionsContract } from './contract/actions.ts'
import { catalogueContract } from './contract/catalogue.ts'
import { checksContract } from './contract/checks.ts'
import { clientsContract } from './contract/clients.ts'
import { connectionsContract } from './contract/connections.ts'
import { contentContract } from './contract/content.ts'
import { eventsContract } from './contract/events.ts'
import { handoverContract } from './contract/handover.ts'
import { imagesContract } from './contract/images.ts'
import { intakeContract } from './contract/intake.ts'
import { jobsContract } from './contract/jobs.ts'
import { libraryContract } from './contract/library.ts'
import { matchingContract } from './contract/matching.ts'
import { offersContract } from './contract/offers.ts'
import { outContract } from './contract/out.ts'
import { plansContract } from './contract/plans.ts'
import { problemsContract } from './contract/problems.ts'
import { productsContract } from './contract/products.ts'
import { proxyContract } from './contract/proxy.ts'
import { publishingContract } from './contract/publishing.ts'
import { questionsContract } from './contract/questions.ts'
import { queueContract } from './contract/queue.ts'
import { recoveryContract } from './contract/recovery.ts'
import { sendAgainContract } from './contract/send-again.ts'
import { sessionContract } from './contract/session.ts'
import { setsContract } from './contract/sets.ts'
import { settingsContract } from './contract/settings.ts'
import { sheetContract } from './contract/sheet.ts'
import { similarContract } from './contract/similar.ts'
import { sourcesContract } from './contract/sources.ts'
import { textsContract } from './contract/texts.ts'
import { versionsContract } from './contract/versions.ts'
import { visionContract } from './contract/vision.ts'
import { watchingContract } from './contract/watching.ts'
import { workspacesContract } from './contract/workspaces.ts'

/**
 * THE table of what a window or the command can ask of the core, a file for each part. A capability is a line there with what it changes,
 * its handler in core/handlers (`<part>-handlers.ts`) and its caller. Errors are AppErrors (shared/errors.ts).
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
  sources: sourcesContract,
  connections: connectionsContract,
  vision: visionContract,
  publishing: publishingContract,
  intake: intakeContract,
  images: imagesContract,
  versions: versionsContract,
  similar: similarContract,
  watching: watchingContract,
  sendAgain: sendAgainContract,
  questions: questionsContract,
  sheet: sheetContract,
  sets: setsContract,
  checks: checksContract,
  content: contentContract,
  products: productsContract,
  texts: textsContract,
  matching: matchingContract,
  catalogue: catalogueContract,
  out: outContract,
  handover: handoverContract,
  plans: plansContract,
  actions: actionsContract,
  jobs: jobsContract,
  problems: problemsContract,
  recovery: recoveryContract,
  queue: queueContract,
}
export type Contract = typeof contract
export type { CoreEvent } from './contract/events.ts'
export type { ProxyView } from './contract/proxy.ts'
export type { ConnectionForm, Revocation, SessionView } from './contract/session.ts'
