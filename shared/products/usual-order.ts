import type { LibrarySort } from '../pictures/library.ts'

/** The newest drop first, in natural order inside a drop; of the window and of commands. A file of its own: the page has no schemas. */
export const usualOrder: LibrarySort = { by: 'added', descending: true }
