/** The system's keychain still shows a prompt when everything else is done. */
export const keychainUnansweredWords =
  'The system’s keychain did not answer, so Packshot ended without it. Your work is saved. Unlock the keychain before you start again.'
