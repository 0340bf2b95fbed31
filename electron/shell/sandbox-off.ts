type Start = {
  /** The switch that turns it off was given, or ELECTRON_DISABLE_SANDBOX was set, which Electron makes this switch. */
  readonly isOff: boolean
  readonly environment: NodeJS.ProcessEnv
  /** Of Linux and macOS; 0: root. */
  readonly user: number | undefined
}

/**
 * Whether a package refuses to show its window, because it would run without Chromium's sandbox. Root may: Chromium runs for root without it or not at
 * all, and only with a switch that somebody typed. But the start script of an AppImage adds that switch by itself where the system has no user namespaces.
 */
export const refusesWithoutSandbox = ({ isOff, environment, user }: Start): boolean => isOff && (user !== 0 || Boolean(environment.APPDIR))
