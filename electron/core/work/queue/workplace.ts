import type { AppError } from '../../../../shared/errors.ts'
import type { Connection, OperationName } from '../../../../shared/session.ts'
import type { Pacer } from '../../api/pacer.ts'
import type { PacedName } from '../../api/pacers.ts'
import type { ServiceClient } from '../../api/service-client.ts'

/** The connection that the queue works for, with all that its requests need. */
export type Workplace = {
  readonly connection: Connection
  readonly client: ServiceClient
  readonly pacerOf: (operation: PacedName) => Pacer
  /** Why the sign-in's scopes don't allow an operation; `null`: they do. */
  readonly scopeLackedFor: (operation: OperationName) => AppError | null
  /** `null` while signed in; else why nothing can be sent. */
  readonly signedOutBecause: () => AppError | null
}
