import type { Connection } from '../../../../shared/connection.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { OperationName } from '../../../../shared/operations.ts'
import type { ServiceScope } from '../../../../shared/scopes.ts'
import type { Pacer } from '../../service/pacer.ts'
import type { PacedName } from '../../service/pacers.ts'
import type { ServiceClient } from '../../service/service-client.ts'

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
