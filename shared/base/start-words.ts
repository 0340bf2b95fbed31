/** A start of the window with an argument that is not for it. */
export const sayUnknownArgument = (argument: string): string =>
  `This program is Packshot’s window, and doesn’t know the argument “${argument}”. For commands there is packshot: “packshot --help” lists them.`
