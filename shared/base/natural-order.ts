let collator: Intl.Collator | undefined

/** The order of names for people: numbers count as numbers (IMG_2 before IMG_10), case and accents don't count. The same in each language. */
export const compareNaturally = (one: string, other: string): number => {
  // Made when it is needed first: loading the rules takes about a tenth of a command's start.
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one, other)
}
