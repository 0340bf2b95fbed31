import type { WhyNoUpdates } from './update-machine.ts'

const reasons: Readonly<Record<WhyNoUpdates, string>> = {
  'no-address': 'Updates are off: this build has no update address.',
  'not-installed': 'Updates are off: this copy of Packshot is not installed.',
  'kind-of-package': 'Updates are off: this kind of package does not update itself. Install a newer one over it.',
}

/** One sentence for the settings and for a person who asks. */
export const describeUpdates = (why: WhyNoUpdates | undefined): string => (why ? reasons[why] : 'Checked at start and every six hours.')

/** Errors of a file that came and was not the one promised; any other means that nothing usable came. */
const refusals = ['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE']

export const classifyUpdateError = (error: unknown): 'refused' | 'unreachable' => {
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  return refusals.includes(String(code)) || /checksum mismatch|not signed|code signature/i.test(message) ? 'refused' : 'unreachable'
}
