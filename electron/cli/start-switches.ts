/** What build/package/command/ starts the app's program with; the command line follows `--`. */
export const commandSwitch = '--command'

/** A start without a window: what the system does when a person signs in. */
export const backgroundSwitch = '--background'
