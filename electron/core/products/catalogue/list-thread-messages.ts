import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { ListPiece } from './read-list.ts'

// Both ends are threads of one process, from one build: their messages need no schemas. The request is any message: the next piece, please.

export type ThreadAnswer =
  | { readonly kind: 'piece'; readonly piece: ListPiece }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly reason: ErrorRecord }
