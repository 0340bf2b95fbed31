import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { longestCellText } from '../../../shared/answers/sheet.ts'
import { describeFailedCheck } from '../../../shared/answers/sheet-cells-words.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import { checkCell } from '../../../shared/checks/cell-checks.ts'
import { endEdit } from './edit-cell.ts'
import classes from './sheet-cell.module.css'
import { SheetContext } from './sheet-context.ts'
import { readEditorKey } from './sheet-keys.ts'
import { type EditedCell, useSheetDraft } from './sheet-view.ts'
import { toPress } from './use-sheet-keys.ts'

/** Room that a long text takes below its cell; without it the field grows upwards. */
const roomBelow = 240

/** The text field in the cell. The rows stand still meanwhile, and an answer that arrives never takes its text. */
export const CellEditor = ({ cell }: { readonly cell: EditedCell }) => {
  const sheet = useContext(SheetContext)
  const text = useSheetDraft((draft) => draft.text)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isUpwards, setUpwards] = useState(false)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const scroll = element.closest('[role="grid"]')?.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    if (scroll && scroll.bottom - own.top < roomBelow && own.top - scroll.top > roomBelow) setUpwards(true)
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [])
  // Another screen: what is typed is saved.
  const latest = useRef(sheet)
  latest.current = sheet
  useLayoutEffect(() => {
    const save = (): void => {
      if (useSheetDraft.getState().cell === cell) endEdit(latest.current, { isSaved: true, takesFocus: false })
    }
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [cell])
  const isTooLong = text.length > longestCellText
  const checks = sheet.questions.find(({ question }) => question === cell.question)?.checks
  // An empty cell fails only once it is left.
  const fails = useMemo(() => (isTooLong || text === '' ? [] : checkCell(text, checks ?? [])), [text, checks, isTooLong])
  return (
    <div className={classes.editor} data-upwards={isUpwards || undefined}>
      <textarea
        ref={field}
        className={classes.field}
        dir="auto"
        rows={1}
        aria-label={`${cell.label}, ${cell.name}`}
        aria-invalid={isTooLong}
        aria-describedby="editor-hint"
        value={text}
        onChange={(event) => useSheetDraft.setState({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const act = readEditorKey(toPress(event))
          if (!act) return
          event.stopPropagation()
          event.preventDefault()
          if (act.kind === 'cancel') endEdit(sheet, { isSaved: false })
          else if (!isTooLong) endEdit(sheet, { isSaved: true, step: act.step, isApproved: act.isApproved })
        }}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onContextMenu={(event) => event.stopPropagation()}
        onBlur={() => {
          // The whole window lost the focus: the person comes back to the same text.
          if (document.activeElement !== field.current) endEdit(sheet, { isSaved: true, takesFocus: false })
        }}
      />
      <p id="editor-hint" className={classes.hint} data-bad={isTooLong || undefined} data-warn={fails.length > 0 || undefined}>
        {isTooLong
          ? `A cell may have ${formatCount(longestCellText)} characters; this text has ${formatCount(text.length)}. Shorten it.`
          : fails.length > 0
            ? fails.map(describeFailedCheck).join(' ')
            : 'Enter saves · Shift + Enter: new line · Esc cancels'}
      </p>
    </div>
  )
}
