/**
 * What metadata tells of people. `location`: where the picture was taken. `device`: serial numbers of the camera and its lens, their owner's
 * name, and notes in a form that only the maker knows.
 */
export type Personal = 'location' | 'device'

/** Metadata without it; `content` is `null` where nothing is left to keep, or where it can't be read, so that nobody knows what it tells. */
export type WithoutPersonal<Content> = { readonly content: Content | null; readonly removed: ReadonlySet<Personal> }

/** Of what can't be read: it may tell anything. */
export const unknown: readonly Personal[] = ['location', 'device']
