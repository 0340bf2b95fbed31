/** After “Install the packshot Command”. `isOffPath`: terminals may not find it yet. */
export const sayCommandInstalled = (file: string, isOffPath: boolean) => ({
  message: 'The packshot command is installed.',
  detail: isOffPath
    ? `It is ${file}. Its folder is not on your PATH yet: sign out of the desktop and in again, or add the folder to the PATH. Then “packshot --help” lists what it can do.`
    : `It is ${file}. Open a new terminal: “packshot --help” lists what it can do.`,
})

/** It could not be written. `byHand`: what to type; `null`: the reason is all there is. */
export const sayCommandNotInstalled = (file: string, reason: string, byHand: string | null) => ({
  message: 'The packshot command could not be installed.',
  detail:
    byHand === null
      ? `${file} can’t be written: ${reason}. Make its folder writable, then choose this again.`
      : `${file} can’t be written by this user. Type this in a terminal:\n\n${byHand}`,
})
