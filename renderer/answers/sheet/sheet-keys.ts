import type { Step } from './cell-range.ts'

/** In review, single letters decide about cells; otherwise typing edits, as in a spreadsheet. */
export type SheetMode = 'edit' | 'review'

export type KeyPress = {
  readonly key: string
  /** The key's place on the keyboard: Alt changes the letter on a Mac. */
  readonly code: string
  readonly shift: boolean
  readonly alt: boolean
  /** ⌘ on a Mac, Ctrl elsewhere. */
  readonly mod: boolean
  /** Ctrl, also on a Mac. */
  readonly ctrl: boolean
}

export type SheetAct =
  | { readonly kind: 'move'; readonly step: Step; readonly isExtended: boolean }
  /** `text`: what the cell begins with; `null`: its own text. */
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'review'; readonly review: 'approved' | 'draft'; readonly scope: 'selection' | 'row' }
  | { readonly kind: 'select'; readonly what: 'all' | 'rows' | 'columns' }
  | { readonly kind: 'fill'; readonly direction: 'down' | 'right' }
  | { readonly kind: 'reject' | 'clear' | 'enlarge' | 'redo' | 'find' | 'search' | 'menu' | 'turn-review' | 'leave' | 'next' }

const move = (step: Step, isExtended: boolean): SheetAct => ({ kind: 'move', step, isExtended })

const steps: Readonly<Record<string, { readonly plain: Step; readonly mod: Step }>> = {
  ArrowUp: { plain: 'up', mod: 'column-start' },
  ArrowDown: { plain: 'down', mod: 'column-end' },
  ArrowLeft: { plain: 'left', mod: 'row-start' },
  ArrowRight: { plain: 'right', mod: 'row-end' },
  PageUp: { plain: 'page-up', mod: 'page-up' },
  PageDown: { plain: 'page-down', mod: 'page-down' },
  Home: { plain: 'row-start', mod: 'sheet-start' },
  End: { plain: 'row-end', mod: 'sheet-end' },
}

const readCommand = ({ key, shift }: KeyPress): SheetAct | null => {
  switch (key.toLowerCase()) {
    case 'a':
      return { kind: 'select', what: 'all' }
    case 'd':
      return { kind: 'fill', direction: 'down' }
    case 'r':
      // Ctrl + Shift + R reloads the window.
      return shift ? null : { kind: 'fill', direction: 'right' }
    case 'z':
      // Without Shift, the window undoes what was done last (window/window-keys.tsx).
      return shift ? { kind: 'redo' } : null
    case 'y':
      return { kind: 'redo' }
    case 'h':
      return { kind: 'find' }
    case 'f':
      return { kind: 'search' }
    default:
      return null
  }
}

const readReviewLetter = ({ key, shift }: KeyPress): SheetAct | null => {
  const scope = shift ? 'row' : 'selection'
  switch (key.toLowerCase()) {
    case 'a':
      return { kind: 'review', review: 'approved', scope }
    case 'd':
      return { kind: 'review', review: 'draft', scope }
    case 'r':
      return { kind: 'reject' }
    case 'e':
      return { kind: 'edit', text: null }
    case 'n':
      return { kind: 'next' }
    case '/':
      return { kind: 'search' }
    default:
      return null
  }
}

const readNamedKey = ({ key, shift }: KeyPress): SheetAct | null => {
  switch (key) {
    case 'Enter':
    case 'F2':
      return { kind: 'edit', text: null }
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' }
    case ' ':
      return shift ? { kind: 'select', what: 'rows' } : { kind: 'enlarge' }
    case 'Escape':
      return { kind: 'leave' }
    case 'ContextMenu':
      return { kind: 'menu' }
    case 'F10':
      return shift ? { kind: 'menu' } : null
    default:
      return null
  }
}

/** What a key does while no cell is being edited; `null`: it is not the sheet's. Tab is read by `readTab`. */
export const readKey = (press: KeyPress, mode: SheetMode): SheetAct | null => {
  const { key, alt, mod, ctrl, shift } = press
  if (alt && !mod && !ctrl) {
    if (press.code === 'KeyR') return { kind: 'turn-review' }
    return key === 'ArrowDown' ? { kind: 'menu' } : null
  }
  if (ctrl && key === ' ') return { kind: 'select', what: 'columns' }
  const step = steps[key]
  if (step && !alt) return move(mod ? step.mod : step.plain, shift)
  if (mod) return alt ? null : readCommand(press)
  if (ctrl || alt) return null
  const named = readNamedKey(press)
  if (named) return named
  if (mode === 'review') return readReviewLetter(press)
  return key.length === 1 || key === 'Dead' || key === 'Process' ? { kind: 'edit', text: key.length === 1 ? key : '' } : null
}

/** Tab leads to the next cell; at the row's end, and after Esc, it leaves the sheet as everywhere else. */
export const readTab = (press: KeyPress, column: number, columns: number, isLeaving: boolean): SheetAct | null => {
  if (press.key !== 'Tab' || press.alt || press.ctrl || press.mod || isLeaving) return null
  if (press.shift) return column > 0 ? move('left', false) : null
  return column < columns - 1 ? move('right', false) : null
}

/** What a key does in the cell that is being edited. `save`: with the step that follows; `null`: the text field's own. */
export type EditorAct = { readonly kind: 'save'; readonly step: Step | null; readonly isApproved: boolean } | { readonly kind: 'cancel' }

export const readEditorKey = ({ key, shift, alt, mod, ctrl }: KeyPress): EditorAct | null => {
  const save = (step: Step | null, isApproved = false): EditorAct => ({ kind: 'save', step, isApproved })
  if (key === 'Escape') return { kind: 'cancel' }
  if (key === 'Tab' && !alt && !ctrl && !mod) return save(shift ? 'left' : 'right')
  if (key === 'F2') return save(null)
  if (key !== 'Enter' || shift || alt) return null
  return mod || ctrl ? save('down', true) : save('down')
}
