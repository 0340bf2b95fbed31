import type { AppError } from '../../../shared/base/errors.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'
import type { ServiceScope } from '../../../shared/service/scopes.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import type { ServiceClient } from '../service/calls/service-client.ts'
import type { Pacer } from '../service/pace/pacer.ts'
import type { PacedName } from '../service/pace/pacers.ts'

/** The connection that the queue works for, with everything its requests need. */
export type Workplace = {
  readonly connection: Connection
  readonly client: ServiceClient
  readonly pacerOf: (operation: PacedName) => Pacer
  /** After how many requests an operation stops until a person resumes it; `null`: never. */
  readonly requestLimit: (operation: OperationName) => number | null
  /** Why the sign-in lacks this scope; `null`: it has it. */
  readonly lacksScope: (scope: ServiceScope) => AppError | null
  /** `null` while signed in; else why nothing can be sent. */
  readonly signedOutBecause: () => AppError | null
}
