import type { UpdatesState } from './updates.ts'

const states: Readonly<Record<UpdatesState, string>> = {
  on: 'Checked at start and every six hours.',
  'no-address': 'Updates are off: this build has no update address.',
  'not-installed': 'Updates are off: this copy of Packshot is not installed.',
  'kind-of-package': 'Updates are off: this kind of package does not update itself. Install a newer one over it.',
  'by-apt': 'Updates come with those of your system (apt).',
}

/** One sentence for the settings and for a person who asks. */
export const describeUpdates = (state: UpdatesState): string => states[state]
