/** A start of the window with an argument that is not for it. */
export const sayUnknownArgument = (argument: string): string =>
  `This program is Packshot’s window, and doesn’t know the argument “${argument}”. For commands there is packshot: “packshot --help” lists them.`

/** A start of the window on a Linux without a screen. */
export const noDisplayWords =
  'Packshot cannot start. Its window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set. For commands there is packshot: “packshot --help” lists them.'

/** `error`: the system's. */
export const sayNoTemporaryFolder = (folder: string, error: unknown): string =>
  `Packshot cannot start. It can’t make its temporary folder in ${folder} (${(error as { code?: string }).code}). Free some space there, or set TMPDIR to a folder that this user may write.`
