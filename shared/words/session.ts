/**
 * A session that the service ended. `isAnswerLost`: the answer to an earlier renewal never came here. The service may have given out new
 * tokens with it, which makes the ones kept here worthless.
 */
export const sayEndedSession = ({ isAnswerLost }: { readonly isAnswerLost: boolean }): string =>
  isAnswerLost
    ? 'The workspace ended this session. An earlier renewal of it got no answer, so its new tokens were lost on the way. Everything queued is kept.'
    : 'The workspace ended this session. Most likely another Packshot signed in: the workspace allows each person one session per client, so ' +
      'another computer or data folder ends this one. Or you signed in elsewhere with the same client, it was unused for 30 days, or it was ' +
      'revoked. Everything queued is kept.'

/**
 * What may help where a client is refused whose id or secret has special characters: services differ in how they read them (RFC 6749, 2.3.1).
 * `undefined`: both ways send the same.
 */
export const adviseClientEncoding = ({ isRaw, differs }: { readonly isRaw: boolean; readonly differs: boolean }): string | undefined => {
  if (!differs) return undefined
  return isRaw
    ? 'Check the client ID and secret. If they are right, connect again without “Send client ID and secret as they are” (--raw-basic).'
    : 'Check the client ID and secret. If they are right, connect again with “Send client ID and secret as they are” (--raw-basic): they have special characters.'
}

/** A question of the system's keychain is still open when everything is done. */
export const keychainUnansweredWords =
  'The system’s keychain did not answer, so Packshot ended without it. Your work is saved. Unlock the keychain before you start again.'
