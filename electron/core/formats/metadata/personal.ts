/**
 * Personal data in metadata. `location`: where the picture was taken. `device`: serial numbers of the camera and its lens, their owner's name,
 * and notes in a format that only the maker can read. `people`: names of persons shown.
 */
export type Personal = 'location' | 'device' | 'people'

/** Metadata without it; `content` is `null` if nothing is left, or if the metadata can't be read and may hold anything. */
export type WithoutPersonal<Content> = { readonly content: Content | null; readonly removed: ReadonlySet<Personal> }

/** Unreadable metadata may hold anything. */
export const unknown: readonly Personal[] = ['location', 'device']
