import type { openEvents } from './activity/lists/change-feed.ts'
import type { DropAsker } from './answers/question-sets/ask-dropped.ts'
import type { Measuring } from './checks/measure-pictures.ts'
import type { ShopChecks } from './checks/shop-checks.ts'
import type { Exports } from './exchange/exports/create-exports.ts'
import type { Handovers } from './exchange/handover/create-handovers.ts'
import type { CoreLibrary } from './open-library.ts'
import type { CodeReadingPart } from './pictures/codes/read-pictures.ts'
import type { Arrivals } from './pictures/intake/arrivals.ts'
import type { FollowedIntake } from './pictures/intake/follow-intake.ts'
import type { PictureVersions } from './pictures/library/picture-versions.ts'
import type { PictureRemoval } from './pictures/library/remove-pictures.ts'
import type { SentFiles } from './pictures/library/sent-files.ts'
import type { ShownConversion } from './pictures/library/shown-conversion.ts'
import type { Publisher } from './pictures/publishing/publisher.ts'
import type { SimilarSearch } from './pictures/similar/find-similar.ts'
import type { CorePorts } from './ports.ts'
import type { OpenedLists } from './products/catalogue/opened-lists.ts'
import type { PlanWorker } from './products/plans/plan-worker.ts'
import type { Work } from './queue/open.ts'
import type { RemovedThings } from './removed/removed-things.ts'
import type { Watching } from './watching/create-watching.ts'
import type { FollowedLists } from './watching/followed-lists.ts'
import type { ActiveConnection } from './workspaces/connections/active-connection.ts'
import type { WayOut } from './workspaces/connections/open.ts'
import type { openConnecting } from './workspaces/connections/open-connecting.ts'
import type { VisionStore } from './workspaces/sample/vision-store.ts'

/** All ports of the handlers; each picks the ones it needs. Created once in core.ts. */
export type HandlerContext = CoreLibrary &
  WayOut &
  Work &
  ReturnType<typeof openConnecting> &
  ReturnType<typeof openEvents> & {
    readonly ports: CorePorts
    readonly active: ActiveConnection
    readonly vision: VisionStore
    readonly publisher: Publisher
    readonly sentFiles: Pick<SentFiles, 'find' | 'get'>
    readonly shownConversion: ShownConversion
    readonly addPictures: FollowedIntake['addPictures']
    readonly arrivals: Pick<Arrivals, 'find'>
    readonly removal: PictureRemoval
    readonly removedThings: RemovedThings
    readonly versions: PictureVersions
    readonly openedLists: OpenedLists
    readonly exports: Exports
    readonly handovers: Handovers
    readonly shopChecks: ShopChecks
    readonly readCodes: CodeReadingPart['readAll']
    readonly measuring: Measuring
    readonly similar: Pick<SimilarSearch, 'findAll' | 'countLeft'>
    readonly planWorker: PlanWorker
    readonly watching: Watching
    readonly following: FollowedLists
    readonly dropAsker: DropAsker
    /** Checks the pictures that nobody has decoded yet. */
    readonly checkPictures: () => void
  }
