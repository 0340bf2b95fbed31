/** ⌘ on a Mac, Ctrl elsewhere. */
export const isMac = navigator.platform.startsWith('Mac')
export const modName = isMac ? '⌘' : 'Ctrl'

/** The key that adds to a selection or starts a command. */
export const hasMod = (event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean => (isMac ? event.metaKey : event.ctrlKey)

/** Ctrl/⌘ A: everything in the list that has the focus, never the words of the window. */
export const isSelectAll = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  event.key.toLowerCase() === 'a' && hasMod(event) && !event.shiftKey && !event.altKey
