/** Errors of a file that came and was not the one promised; any other means that nothing usable came. */
const refusals = ['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE']

export const classifyUpdateError = (error: unknown): 'refused' | 'unreachable' => {
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  return refusals.includes(String(code)) || /checksum mismatch|not signed|code signature/i.test(message) ? 'refused' : 'unreachable'
}
