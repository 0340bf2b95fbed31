import type { WorkspacesFailure } from '../../failures/workspaces.ts'
import type { ErrorWords } from './error-words.ts'

export const workspacesErrors: ErrorWords<WorkspacesFailure> = {}
