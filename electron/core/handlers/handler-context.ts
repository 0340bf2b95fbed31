import type { OpenedLists } from '../catalogue/opened-lists.ts'
import type { Measuring } from '../checks/measure-pictures.ts'
import type { ShopChecks } from '../checks/shop-checks.ts'
import type { CodeReadingPart } from '../codes/read-pictures.ts'
import type { Exports } from '../exports/create-exports.ts'
import type { Handovers } from '../handover/create-handovers.ts'
import type { Arrivals } from '../intake/arrivals.ts'
import type { FollowedIntake } from '../intake/follow-intake.ts'
import type { PictureVersions } from '../library/picture-versions.ts'
import type { PictureRemoval } from '../library/remove-pictures.ts'
import type { SentFiles } from '../library/sent-files.ts'
import type { ShownConversion } from '../library/shown-conversion.ts'
import type { openConnecting } from '../parts/open-connecting.ts'
import type { CoreLibrary } from '../parts/open-library.ts'
import type { Work } from '../parts/open-work.ts'
import type { WayOut } from '../parts/open-workspaces.ts'
import type { CorePorts } from '../parts/ports.ts'
import type { PlanWorker } from '../plans/plan-worker.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { DropAsker } from '../question-sets/ask-dropped.ts'
import type { VisionStore } from '../sample/vision-store.ts'
import type { SimilarSearch } from '../similar/find-similar.ts'
import type { openEvents } from '../views/change-feed.ts'
import type { Watching } from '../watching/create-watching.ts'
import type { ActiveConnection } from '../workspaces/active-connection.ts'

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
    readonly dropAsker: DropAsker
    /** Checks the pictures that nobody has decoded yet. */
    readonly checkPictures: () => void
  }
