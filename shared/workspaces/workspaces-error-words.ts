import type { ErrorWords } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { fieldRuleWords } from '../base/field-rules-words.ts'
import { labels } from '../base/label-words.ts'
import type { UnusableFile, WorkspacesFailure } from './workspaces-failures.ts'

const sources = { file: 'connection file', link: 'connection link', form: 'form' }

const forms = {
  'too-large': 'it is larger than 1 MB',
  'too-long': 'it is longer than 16 KB',
  'no-file': 'it is not a file',
  'no-json': 'it is not JSON',
  'no-link': 'it does not begin with packshot://connect?',
  'no-fields': 'it does not hold the fields of a connection',
}

const whyUnusable = (problem: UnusableFile): string =>
  'form' in problem ? forms[problem.form] : `“${problem.field}” ${fieldRuleWords(problem.rule)}`

export const workspacesErrors: ErrorWords<WorkspacesFailure<ErrorRecord>> = {
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
    action: 'Switch to the sample workspace, then try again.',
  }),
  'sample-not-running': () => ({
    message: 'The sample workspace is not running.',
    action: 'Open Packshot with the sample workspace, or start it in another terminal: “packshot workspace serve”.',
  }),
  'sample-runs-elsewhere': () => ({
    message: 'Another program runs this sample workspace.',
    action: 'Stop it, or give it the endpoint: “packshot workspace serve --vision-url … --vision-model …”.',
  }),
  'vision-not-changed': ({ because }, tell) => `It was not changed. ${tell.cause(because)}`,
  'connection-file-unusable': ({ from, problem }) => `The ${sources[from]} can’t be used: ${whyUnusable(problem)}.`,
  'connection-file-unreadable': () => ({
    message: 'The connection file can’t be read.',
    action: 'Check that it is still there, or ask the workspace’s admin for it.',
  }),
  'secret-of-another': ({ name, known, asked }) => ({
    message: `This has the secret of “${name}” at ${known}, but another address: ${asked}. A secret goes to its own address only, so nothing was sent.`,
    action: 'If you didn’t expect that, don’t use it. If the workspace moved, ask its admin for a connection file with a new secret.',
  }),
  'managed-file-not-kept': ({ path }) => ({
    message: `Packshot doesn’t use the connection file ${path}, because people other than an administrator can change it.`,
    action: 'Make an administrator the owner of the file and its folder, and let only administrators change them.',
  }),
  'connection-file-not-deleted': ({ name }) => ({
    message: `“${name}” can’t be deleted. It still holds the secret.`,
    action: 'Delete it yourself.',
  }),
  'offer-over': () => ({ message: 'This connection is no longer waiting.', action: 'Open its file or link again.' }),
  'offer-replaces-unsaid': () => 'Say whether it replaces the known workspace.',
  'offer-weakens-unsaid': () => ({
    message: 'This link turns protections off.',
    action: 'Ask the workspace’s admin for another link, or confirm that you expected it.',
  }),
  'wrong-workspace': ({ notRevoked }, tell) => ({
    message: `You were signed in to another workspace. Nothing was sent there. ${
      notRevoked === null ? labels.accessRevoked : `The access could not be revoked: ${tell.cause(notRevoked)}`
    }`,
    action: 'Choose the right workspace in your browser first, or ask the workspace’s admin for another file.',
  }),
  'api-key-unusable': () => 'The API key is empty or has characters that a key can’t have.',
  'header-name-unusable': () => 'The header’s name has characters that it can’t have.',
  'header-value-unusable': () => 'The header’s value is empty or has characters that it can’t have.',
  'header-reserved': ({ name }) => `The header “${name}” belongs to the request itself. Use another.`,
  'key-not-accepted': ({ host }) => ({
    message: `${host} does not accept this key.`,
    action: 'Check the key and the address, then try again.',
  }),
  'not-the-service': ({ baseUrl, status }) => ({
    message: `The server at ${baseUrl} does not look like the service (status ${status}).`,
    action: 'Check the address, then try again.',
  }),
  'no-key-beside': () => 'There is no API key beside the sign-in.',
  'neither-accepted': () => ({
    message: 'The workspace accepts neither the sign-in nor the API key for this.',
    action: 'Add a valid API key in Settings.',
  }),
  'bucket-setting-unusable': ({ field, rule }) => `The bucket’s ${field} ${fieldRuleWords(rule)}.`,
  'bucket-keys-unusable': () => 'The access key or its secret is empty or has characters that a key can’t have.',
  'sample-ends-again': ({ deaths, how }) => ({
    message: `The sample workspace ended ${deaths} times, each soon after its start (${how}).`,
    action: 'Try now, or restart Packshot. If it happens again, report it with the diagnostics.',
  }),
  'sample-not-started': ({ said, why }) => {
    const known = 'endedWith' in why ? `it ended with ${why.endedWith}` : `no answer in ${why.silentSeconds} seconds`
    return {
      message: `The sample workspace did not start: ${said === '' ? known : said}.`,
      action: 'Close another Packshot that uses it, then try again.',
    }
  },
}
