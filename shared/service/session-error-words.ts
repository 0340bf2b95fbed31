import type { ErrorWords } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { labels } from '../base/label-words.ts'
import { missingScopeWords } from './scopes.ts'
import type { SessionFailure } from './session-failures.ts'

/** `said`: one line, already cleaned. */
const quote = (said: string): string => (said === '' ? '' : ` It said: “${said.replace(/\.$/, '')}”.`)

const whyNoBrowser = ({ command, end }: Extract<SessionFailure<ErrorRecord>, { kind: 'no-browser' }>): string => {
  if (command === null || end === null) return 'not a web address'
  return 'said' in end ? `${command}: ${end.said}` : `${command} ended with ${end.code ?? 'a signal'}`
}

/** A refresh is tried again by itself; what a person started is not. */
const tryLater = (purpose: string): { action?: string } =>
  purpose === 'refresh' ? {} : { action: 'Try again later. If this continues, tell the workspace’s admin.' }

/** What may help where a client is refused whose id or secret has special characters: services differ in how they read them. */
const encodingAdvice = {
  raw: 'Check the client ID and secret. If they are right, connect again without “Send client ID and secret as they are” (--raw-basic; in a connection file “basicAuth”: “raw”).',
  form: 'Check the client ID and secret, which have special characters. If they are right, connect again with “Send client ID and secret as they are” (--raw-basic; in a connection file “basicAuth”: “raw”).',
}

const list = (redirectUris: readonly string[]): string => redirectUris.join(' and ')

const requires = {
  source: 'Creating a source',
  text: 'Writing a text',
} as const

export const sessionErrors: ErrorWords<SessionFailure<ErrorRecord>> = {
  'not-signed-in': () => labels.notSignedIn,
  'not-signed-in-yet': () => 'You have not signed in to this workspace yet.',
  'signed-in-for-reading': ({ wanted }) =>
    wanted === null
      ? missingScopeWords
      : {
          message: `You are signed in for reading only. ${requires[wanted]} requires the scope “user”.`,
          action: 'Ask the workspace’s admin to allow the scope “user” on the OAuth client, then sign in again.',
        },
  'session-over': ({ said, isAnswerLost }) =>
    isAnswerLost
      ? 'The workspace ended this session. An earlier renewal of it got no answer, so its new tokens were lost on the way.'
      : `The workspace ended this session. Most likely another Packshot signed in: the workspace allows each person one session per client, so another computer or data folder ends this one. Or you signed in elsewhere with the same client, it was unused for 30 days, or it was revoked.${quote(said)}`,
  'session-damaged': () => 'The saved session in the keychain is damaged.',
  'secret-missing': ({ name, credentials }) => ({
    message: `${credentials === 'relay' ? `The value of the header that “${name}” requires` : `The API key of “${name}”`} is not in the keychain.`,
    action: `Connect the workspace again with it${credentials === 'relay' ? ', in the Packshot window' : ''}. Work then resumes.`,
  }),
  'client-secret-missing': ({ name }) => ({
    message: `The keychain has no client secret of “${name}” for this data folder. It was removed there, or this folder is a copy.`,
    action: `Open the connection file of “${name}” again, then sign in.`,
  }),
  'api-key-rejected': () => ({
    message: 'The workspace does not accept this API key: it is wrong or was deleted.',
    action: 'Connect again with a valid API key.',
  }),
  'client-unknown': () => 'This connection has an API key and no OAuth client.',

  'no-sign-in-waiting': () => 'No sign-in is waiting. It may have expired.',
  'no-sign-in-with-key': () => 'This workspace is connected with an API key; no sign-in is waiting.',
  'address-not-waited-for': () => 'This address does not belong to the current sign-in. The sign-in is still waiting.',
  'access-refused': ({ said }) => `Access was refused in the browser.${quote(said)}`,
  'sign-in-ended': ({ said }) => `The workspace ended the sign-in.${quote(said)}`,
  'issuer-differs': () => ({
    message: 'The answer of the sign-in did not name this workspace as its issuer, so it was refused.',
    action: 'Check the workspace’s address with its admin, then sign in again.',
  }),
  'endpoint-elsewhere': ({ origin, baseUrl }) => ({
    message: `${baseUrl} sends its sign-in to ${origin}, which the connection file doesn’t name. It may try to use another workspace’s sign-in page, so nothing was sent.`,
    action: `If its admin says that this is right, ask for a connection file with “signInOrigin”: “${origin}”.`,
  }),
  'access-not-allowed': ({ minutes }) => `Access was not allowed in the browser within ${minutes} minutes.`,
  'sign-in-cancelled': () => 'The sign-in was cancelled.',
  'sign-in-replaced': () => 'A newer sign-in replaced this one.',
  'workspace-disconnected': () => 'The workspace was disconnected.',
  'app-closing': () => 'Packshot is closing.',
  'redirect-unknown': ({ redirectUri }) => ({
    message: `The workspace does not accept this sign-in: its OAuth client has no redirect URI ${redirectUri} (it must match exactly), or the client was removed.`,
    action: `Ask the workspace’s admin to add ${redirectUri} to the client’s redirect URIs (workspace settings, OAuth clients), or for a new connection file.`,
  }),
  'redirects-elsewhere': ({ redirectUris }) => ({
    message: `The sign-in can’t come back here from ${list(redirectUris)}.`,
    action:
      'Sign in with the Packshot window, or ask the workspace’s admin to register http://127.0.0.1:28417/callback too, and for a new connection file.',
  }),
  'redirect-ports-reserved': ({ redirectUris }) => ({
    message: `The system has reserved the port of ${list(redirectUris)}, so the sign-in can’t come back.`,
    action: 'Restart the computer, then sign in again. If it lasts, ask your admin to free the port.',
  }),
  'redirect-ports-used': ({ redirectUris }) => `Another program uses the port of ${list(redirectUris)}, so the sign-in can’t come back.`,
  'no-browser': (facts) => ({ message: `No browser could be opened (${whyNoBrowser(facts)}).`, action: 'Open the address yourself.' }),
  'browser-not-reopened': () => ({
    message: 'The browser was not opened. The sign-in is still waiting.',
    action: 'Copy the address and open it yourself.',
  }),

  'oauth-asks-to-wait': ({ said, purpose }) => ({ message: `The workspace asks for a pause.${quote(said)}`, ...tryLater(purpose) }),
  'oauth-failed': ({ status, said, purpose }) => ({
    message: `The workspace failed with status ${status}.${quote(said)}`,
    ...tryLater(purpose),
  }),
  'client-refused': ({ said, encoding }) => ({
    message: `The workspace does not accept this connection’s client id and secret: one of them is wrong, the secret was reset, or the client was removed.${quote(said)}`,
    ...(encoding === null ? {} : { action: encodingAdvice[encoding] }),
  }),
  'oauth-plan-lacks': ({ said }) => `The workspace’s plan does not include this.${quote(said)}`,
  'oauth-not-allowed': ({ said }) => `The workspace does not allow this.${quote(said)}`,
  'oauth-refused': ({ purpose, said }) => `The workspace refused to complete the ${purpose}.${quote(said)}`,
  'oauth-not-the-service': ({ status }) =>
    `The server at the workspace’s sign-in address does not look like the service (status ${status}).`,
  'oauth-answer-odd': ({ purpose, why }) => `The workspace’s answer to the ${purpose} can’t be understood (${why}).`,
  'oauth-answer-too-large': ({ host }) => `${host} sent an answer that is far too large for a sign-in.`,

  'key-not-revocable': () => ({
    message: 'The API key was deleted here, but stays valid: Packshot can’t revoke keys.',
    action: 'Delete the key in the workspace’s settings if nothing else uses it.',
  }),
  'not-revoked': ({ because, isTriedLater }, tell) => ({
    message: `${tell.cause(because)} ${
      isTriedLater
        ? 'Packshot revokes the access as soon as it can reach the workspace.'
        : 'There the access stays valid until it expires (30 days), unless the workspace’s admin removes it.'
    }`,
    action: tell.action(because),
  }),
}
