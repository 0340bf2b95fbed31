import { beforeEach, expect, it } from 'vitest'
import { createUndoList } from '../../renderer/ui/undo.ts'

let { doNow, forgetUndo, keepUndo, noteFinal, undoNewest } = createUndoList()
beforeEach(() => {
  ;({ doNow, forgetUndo, keepUndo, noteFinal, undoNewest } = createUndoList())
})

it('undoes exactly what a note is about, once, and what was done last otherwise', async () => {
  const undone: string[] = []
  const keep = (what: string) => keepUndo(what, () => void undone.push(what))
  const first = keep('first')
  keep('second')
  first()
  first()
  expect(await undoNewest()).toBe('undone')
  expect(await undoNewest()).toBeNull()
  expect(undone).toEqual(['first', 'second'])
})

it('says what can’t be undone instead of undoing what was done before it', async () => {
  const undone: string[] = []
  keepUndo('3 pictures removed', () => void undone.push('removed'))
  noteFinal('Asked about 3 pictures', 'Cancel what waits in Activity.')
  expect(await undoNewest()).toMatchObject({ what: 'Asked about 3 pictures', instead: 'Cancel what waits in Activity.' })
  expect(undone).toEqual([])
  expect(await undoNewest()).toBe('undone')
  expect(undone).toEqual(['removed'])
})

it('keeps what could not be undone, and closes the note of what was undone elsewhere', async () => {
  let tries = 0
  let isGone = 0
  keepUndo('reviewed', () => ++tries > 1, { key: 'sheet 1', onGone: () => isGone++ })
  await undoNewest()
  await Promise.resolve()
  expect(isGone).toBe(1)
  await undoNewest()
  expect(tries).toBe(2)
  keepUndo('typed', () => {}, { key: 'sheet 2' })
  forgetUndo('sheet 2')
  expect(await undoNewest()).toBeNull()
})

it('waits for what is being done, which is what was done last', async () => {
  const undone: string[] = []
  let end = (): void => {}
  const work = new Promise<void>((resolve) => {
    end = resolve
  }).then(() => void keepUndo('approved', () => void undone.push('approved')))
  keepUndo('typed', () => void undone.push('typed'))
  void doNow(work)
  const newest = undoNewest()
  end()
  expect(await newest).toBe('undone')
  expect(undone).toEqual(['approved'])
  await undoNewest()
})
