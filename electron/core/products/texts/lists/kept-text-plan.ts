import type { TextsToSend } from '../../../../../shared/products/product-texts.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { Clock } from '../../../base/platform/clock.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'

/** A plan says how old knowledge is, so it gets old, too. */
const planMs = 60_000

/** Plans texts once for all pages of the plan, until anything in the library changes. `make`: plans them. */
export const createKeptTextPlan = <Plan>(
  { journal, clock }: { readonly journal: Pick<Journal, 'get'>; readonly clock: Pick<Clock, 'now'> },
  make: (connectionId: string | null, what: TextsToSend) => Promise<Plan>,
) => {
  const keep = keepLast<Plan>()
  return (connectionId: string | null, what: TextsToSend): Promise<Plan> =>
    keep(JSON.stringify([readLibraryVersion(journal), connectionId, Math.floor(clock.now() / planMs), what]), () =>
      make(connectionId, what),
    )
}
