/** A data folder on another computer: SQLite's log is not safe there. */
export const sayNetworkShare = (folder: string): { readonly message: string; readonly action: string } => ({
  message: `The data folder ${folder} is on a network share, where the library can be damaged.`,
  action: 'Move the folder to a disk of this computer, or choose another one with --data-dir.',
})
