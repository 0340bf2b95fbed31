/** A question of the system's keychain is still open when everything is done. */
export const keychainUnansweredWords =
  'The system’s keychain did not answer, so Packshot ended without it. Your work is saved. Unlock the keychain before you start again.'
