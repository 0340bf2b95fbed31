import type { WorkspacesFailure } from '../../failures/workspaces.ts'
import type { ErrorWords } from './error-words.ts'

export const workspacesErrors: ErrorWords<WorkspacesFailure> = {
  'no-workspace': () => 'No workspace is connected.',
  'workspace-not-connected': () => 'This workspace is no longer connected.',
  'workspace-name-empty': () => 'A workspace needs a name.',
  'connected-with-key': () => 'This workspace is connected with a key already.',
  'work-stays-at-address': ({ baseUrl }) => ({
    message: `Work for ${baseUrl} can’t go to another address.`,
    action: 'That works for an address that only “packshot run” has named, and where nothing may have been done.',
  }),
  'sample-not-in-use': () => ({
    message: 'The sample workspace is not in use.',
    action: 'Switch to the sample workspace, then set it.',
  }),
  'sample-runs-elsewhere': () => ({
    message: 'Another program runs this sample workspace.',
    action: 'Stop it, or give it the endpoint: “packshot workspace serve --vision-url … --vision-model …”.',
  }),
  'vision-not-changed': ({ because }, tell) => `It was not changed. ${tell.cause(because)}`,
}
