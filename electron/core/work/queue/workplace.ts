import type { Connection } from '../../../../shared/connection.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { ServiceScope } from '../../../../shared/scopes.ts'
import type { Pacer } from '../../service/pacer.ts'
import type { PacedName } from '../../service/pacers.ts'
import type { ServiceClient } from '../../service/service-client.ts'

/** The connection that the queue works for, with all that its requests need. */
export type Workplace = {
  readonly connection: Connection
  readonly client: ServiceClient
  readonly pacerOf: (operation: PacedName) => Pacer
  /** Why the sign-in does not allow what needs this scope; `null`: it does. */
  readonly lacksScope: (scope: ServiceScope) => AppError | null
  /** `null` while signed in; else why nothing can be sent. */
  readonly signedOutBecause: () => AppError | null
}
