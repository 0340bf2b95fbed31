import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { goToAsk } from '../answers/questions/go-to-ask.ts'
import { currentScreen, goTo, screens } from '../navigation.ts'
import { focusSearch } from '../pictures/library/library-tools.tsx'
import { useLibraryView } from '../pictures/library/library-view.ts'
import { openPictureChooser } from '../pictures/library/picture-input.tsx'
import { isSelecting } from '../pictures/library/select-once-read.ts'
import { attachChosen } from '../pictures/library/selection-bar.tsx'
import { useIsWelcome } from '../pictures/library/use-is-welcome.ts'
import { hasMod, isSelectAll } from '../ui/keys.ts'
import { tell } from '../ui/tell.tsx'
import { isTyping } from '../ui/typing.ts'
import { undoNewest } from '../ui/undo.ts'
import { openShortcuts } from './shortcut-view.ts'

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
const answerUndoKey = (event: KeyboardEvent): void => {
  if (event.key.toLowerCase() !== 'z' || !hasMod(event) || event.shiftKey || event.altKey || isTyping(event.target)) return
  event.preventDefault()
  if (!event.repeat) void undoLast()
}

/** After a screen change its parts appear a moment later. */
export const inLibrary = (act: () => void): void => {
  goTo('library')
  setTimeout(act, 50)
}

export const currentOrder = () => {
  const { sort, filter, groupBy } = useLibraryView.getState()
  return { sort, filter, groupBy }
}

/** A list that has the focus has answered it; elsewhere it would select every word of the window. */
const keepWordsUnselected = (event: KeyboardEvent): void => {
  if (isSelectAll(event) && !isTyping(event.target)) event.preventDefault()
}

/** The keys that work on every screen, from the first frame on. */
export const WindowKeys = () => {
  const isWelcome = useIsWelcome()
  const hasChosen = () => isSelecting() || useLibraryView.getState().selection.ids.size > 0
  // These work while a person types, too.
  useHotkeys(
    [
      ...screens.map((screen, at): [string, () => void] => [`mod+${at + 1}`, () => goTo(screen)]),
      ['mod+O', openPictureChooser],
      ['mod+K', spotlight.toggle],
    ],
    [],
  )
  /** A letter pressed in a dialog or a menu changes nothing behind it. */
  const outsideDialogs = (act: () => void) => (event: KeyboardEvent) => {
    if (!(event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]'))) act()
  }
  useHotkeys([
    ['shift+?', openShortcuts],
    ['?', openShortcuts],
    ['/', outsideDialogs(() => (isWelcome ? undefined : inLibrary(focusSearch)))],
    ['Q', outsideDialogs(() => (hasChosen() ? goToAsk() : undefined))],
    ['P', outsideDialogs(() => (hasChosen() ? void attachChosen() : undefined))],
  ])
  useWindowEvent('keydown', answerUndoKey)
  useWindowEvent('keydown', keepWordsUnselected)
  return null
}
