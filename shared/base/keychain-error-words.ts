import type { ErrorWords } from './error-words.ts'
import type { ErrorRecord } from './errors.ts'
import type { KeptSecret, KeychainFailure } from './keychain-failures.ts'
import { trimEndOf } from './trim-end.ts'

const keptSecrets: Readonly<Record<KeptSecret, { readonly name: string; readonly action?: string }>> = {
  'sign-in': { name: 'The sign-in' },
  'sample-sign-in': { name: 'The sign-in' },
  'api-key': { name: 'The API key' },
  'access-key': {
    name: 'The access key',
    action: 'Install or unlock the system’s keychain, or put the keys into a connection file for “packshot run --connect”.',
  },
  'proxy-password': {
    name: 'The proxy’s password',
    action: 'Set HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT in the environment instead.',
  },
}

export const keychainErrors: ErrorWords<KeychainFailure<ErrorRecord>> = {
  'keychain-refused': ({ said }) => `The system’s keychain refused: ${trimEndOf(said, '. ')}.`,
  'keychain-not-asked': () => 'The system’s keychain was not asked, because an earlier request is still waiting.',
  'keychain-silent': ({ seconds }) => `The system’s keychain did not answer within ${seconds} seconds; it may be locked.`,
  'keychain-entry-damaged': ({ name }) => ({
    message: `The keychain’s entry “${name}” is damaged or incomplete. Nothing else is affected.`,
    action: 'Sign in again, or open the connection file again. That rewrites the entry.',
  }),
  'secret-not-kept': ({ secret, because }, tell) => {
    const { name, action } = keptSecrets[secret]
    if (because === null) return { message: `${name} could not be kept.`, ...(action === undefined ? {} : { action }) }
    return { message: `${name} could not be kept. ${tell.cause(because)}`, action: action ?? tell.action(because) }
  },
  'keychain-unusable': ({ said }) => `The system’s keychain can’t be used: ${trimEndOf(said, '. ')}.`,
  'keyring-absent': () => ({
    message: 'This session has no keyring that answers, such as GNOME Keyring or KWallet.',
    action: 'Install or start one, then start Packshot again. Until then secrets are kept for one run only.',
  }),
  'libsecret-missing': () => ({
    message: 'The system’s keychain can’t be used, because libsecret is missing (Debian, Ubuntu: libsecret-1-0; Fedora, Arch: libsecret).',
    action: 'Install it, then start Packshot again. Until then secrets are kept for one run only.',
  }),
  'keytar-missing': () => ({
    message: 'This computer can’t store your sign-in.',
    action: 'You’ll sign in again next time.',
  }),
  'keytar-odd': () => 'The keychain module does not offer what is needed.',
}
