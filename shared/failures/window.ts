/** What can go wrong between the window and Packshot, and calls that can’t be answered. */
export type WindowFailure =
  /** Another Packshot works on the data folder, so this one changes nothing. */
  { readonly kind: 'only-reads' }
