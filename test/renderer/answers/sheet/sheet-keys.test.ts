import { describe, expect, it } from 'vitest'
import { type KeyPress, readEditorKey, readKey, readTab } from '../../../../renderer/answers/sheet/sheet-keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
  shift: false,
  alt: false,
  mod: false,
  ctrl: false,
  ...more,
})
const mod = { mod: true, ctrl: true } as const

describe('keys while no cell is edited', () => {
  it('begins a cell with the letter that is typed, and keeps its text with Enter or F2', () => {
    expect(readKey(press('a'), 'edit')).toEqual({ kind: 'edit', text: 'a' })
    expect(readKey(press('A', { shift: true }), 'edit')).toEqual({ kind: 'edit', text: 'A' })
    expect(readKey(press('?', { shift: true }), 'edit')).toEqual({ kind: 'edit', text: '?' })
    // A key that begins an accented letter.
    expect(readKey(press('Dead'), 'edit')).toEqual({ kind: 'edit', text: '' })
    for (const key of ['Enter', 'F2']) expect(readKey(press(key), 'edit')).toEqual({ kind: 'edit', text: null })
  })

  it('decides about cells with single letters in review only', () => {
    expect(readKey(press('a'), 'review')).toEqual({ kind: 'review', review: 'approved', scope: 'selection' })
    expect(readKey(press('A', { shift: true }), 'review')).toEqual({ kind: 'review', review: 'approved', scope: 'row' })
    expect(readKey(press('r'), 'review')).toEqual({ kind: 'reject' })
    expect(readKey(press('d'), 'review')).toEqual({ kind: 'review', review: 'draft', scope: 'selection' })
    expect(readKey(press('e'), 'review')).toEqual({ kind: 'edit', text: null })
    expect(readKey(press('x'), 'review')).toBeNull()
  })

  it('turns review on and off, also on a keyboard that writes another letter with Alt', () => {
    for (const mode of ['edit', 'review'] as const)
      expect(readKey(press('®', { code: 'KeyR', alt: true }), mode)).toEqual({ kind: 'turn-review' })
  })

  it('moves, selects, fills, and undoes as spreadsheets do', () => {
    expect(readKey(press('ArrowDown', { shift: true }), 'edit')).toEqual({ kind: 'move', step: 'down', isExtended: true })
    expect(readKey(press('End', mod), 'edit')).toEqual({ kind: 'move', step: 'sheet-end', isExtended: false })
    expect(readKey(press('d', mod), 'review')).toEqual({ kind: 'fill', direction: 'down' })
    // The window's own: it undoes what was done last, also elsewhere.
    expect(readKey(press('z', mod), 'edit')).toBeNull()
    expect(readKey(press('Z', { ...mod, shift: true }), 'edit')).toEqual({ kind: 'redo' })
    expect(readKey(press(' ', { shift: true }), 'edit')).toEqual({ kind: 'select', what: 'rows' })
    expect(readKey(press(' ', { ctrl: true }), 'edit')).toEqual({ kind: 'select', what: 'columns' })
    expect(readKey(press(' '), 'review')).toEqual({ kind: 'enlarge' })
  })

  it('leaves copy, paste and the window’s own keys alone', () => {
    for (const key of ['c', 'v', 'k', '1']) expect(readKey(press(key, mod), 'edit')).toBeNull()
    for (const key of ['Shift', 'Control', 'F5']) expect(readKey(press(key), 'edit')).toBeNull()
  })

  it('goes right with Tab, and out of the sheet at the end of the row and after Esc', () => {
    expect(readTab(press('Tab'), 0, 3, false)).toEqual({ kind: 'move', step: 'right', isExtended: false })
    expect(readTab(press('Tab', { shift: true }), 1, 3, false)).toEqual({ kind: 'move', step: 'left', isExtended: false })
    expect(readTab(press('Tab'), 2, 3, false)).toBeNull()
    expect(readTab(press('Tab', { shift: true }), 0, 3, false)).toBeNull()
    expect(readTab(press('Tab'), 0, 3, true)).toBeNull()
  })
})

describe('keys while a cell is edited', () => {
  it('saves with Enter and Tab, cancels with Esc, and leaves everything else to the text', () => {
    expect(readEditorKey(press('Enter'))).toEqual({ kind: 'save', step: 'down', isApproved: false })
    expect(readEditorKey(press('Tab', { shift: true }))).toEqual({ kind: 'save', step: 'left', isApproved: false })
    expect(readEditorKey(press('Enter', mod))).toEqual({ kind: 'save', step: 'down', isApproved: true })
    expect(readEditorKey(press('Escape'))).toEqual({ kind: 'cancel' })
    for (const one of [press('Enter', { shift: true }), press('a'), press('ArrowLeft'), press('z', mod)])
      expect(readEditorKey(one)).toBeNull()
  })
})
