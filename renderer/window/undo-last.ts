import { currentScreen } from '../navigation.ts'
import { hasMod } from '../ui/keys.ts'
import { tell } from '../ui/tell.tsx'
import { isTyping } from '../ui/typing.ts'
import { undoNewest } from '../ui/undo.ts'

const undoOf = async (): Promise<unknown> => {
  // What was changed before this window was opened.
  if (currentScreen() === 'sheet') return (await import('../answers/sheet/sheet-actions.ts')).undo()
  if (currentScreen() === 'match') return (await import('../products/matching/match-actions.ts')).undo()
  return tell('There is nothing to undo')
}

/** Undoes what was done last in the window, whatever has the focus. */
const undoLast = async (): Promise<void> => {
  const newest = await undoNewest()
  if (newest === null) await undoOf()
  else if (newest !== 'undone') tell(`Can’t be undone: ${newest.what}`, { text: newest.instead })
}

/** Once for each press: a key that is held down would undo more than a person sees. */
export const answerUndoKey = (event: KeyboardEvent): void => {
  if (event.key.toLowerCase() !== 'z' || !hasMod(event) || event.shiftKey || event.altKey || isTyping(event.target)) return
  event.preventDefault()
  if (!event.repeat) void undoLast()
}
