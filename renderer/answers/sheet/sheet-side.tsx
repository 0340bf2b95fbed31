import { ActionIcon, Button, Group } from '@mantine/core'
import { memo } from 'react'
import type { SheetCell, SheetRow } from '../../../shared/answers/sheet.ts'
import { describeCellState, describeFailedCheck } from '../../../shared/answers/sheet-cells-words.ts'
import { previewUrl } from '../../bridge.ts'
import { formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Later } from '../../ui/later.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { Tip } from '../../ui/tip.tsx'
import type { SheetColumn } from './column-choice.ts'
import { focusGrid } from './focus-grid.ts'
import { usePending, withPending } from './pending-cells.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { nameRow } from './sheet-row.tsx'
import classes from './sheet-side.module.css'
import { openDialog, useSheetView } from './sheet-view.ts'
import { decide } from './use-sheet-keys.ts'

/** Everything about a cell that its square has no room for. */
export const CellFacts = ({ cell }: { readonly cell: SheetCell }) => (
  <>
    <p className={classes.state}>{describeCellState(cell, null)}</p>
    {cell.review !== 'draft' && cell.reviewedBy !== null && cell.reviewedAt !== null && (
      <p className={classes.quiet}>
        {cell.reviewedBy}, {formatTime(cell.reviewedAt)}
      </p>
    )}
    {cell.work?.state === 'parked' && cell.work.reason && (
      <p className={classes.bad}>
        {describeProblem(cell.work.reason).message} {describeProblem(cell.work.reason).action}
      </p>
    )}
    {cell.fails.map((check) => (
      <p key={check.kind} className={classes.warn}>
        {describeFailedCheck(check)}
      </p>
    ))}
  </>
)

/** What is done with the cell; the same buttons for each. */
const CellActs = memo(({ sheet, isEmpty }: { readonly sheet: ShownSheet; readonly isEmpty: boolean }) => (
  <Group gap={4} className={classes.acts}>
    <Button
      size="compact-sm"
      variant="default"
      disabled={isEmpty}
      onClick={() => {
        void decide(sheet, 'approved', 'selection')
        focusGrid()
      }}
    >
      Approve
    </Button>
    <Button size="compact-sm" variant="default" disabled={isEmpty} onClick={() => openDialog('reject')}>
      Reject…
    </Button>
    <Button size="compact-sm" variant="default" onClick={() => openDialog('ask-again')}>
      Ask differently…
    </Button>
    <Button size="compact-sm" variant="default" onClick={() => openDialog('history')}>
      Earlier texts…
    </Button>
  </Group>
))

const Enlarge = memo(() => (
  <Tip label="Enlarge (Space)">
    <ActionIcon
      className={classes.enlarge}
      variant="default"
      aria-label="Enlarge the picture"
      onClick={() => useSheetView.setState({ isEnlarged: true })}
    >
      <Icon name="search" size={16} />
    </ActionIcon>
  </Tip>
))

const ActiveCell = ({ sheet, row, column }: { readonly sheet: ShownSheet; readonly row: SheetRow; readonly column: SheetColumn }) => {
  const pending = usePending(row.imageId, column.question)
  const stored = row.cells.find(({ question }) => question === column.question)
  if (!stored) return null
  const cell = withPending(stored, pending)
  return (
    <div className={classes.cell}>
      <h2 className={classes.label}>{column.label}</h2>
      {column.label !== column.question && <p className={classes.question}>{column.question}</p>}
      {cell.kind !== 'none' && (
        <p className={classes.text} dir="auto">
          {cell.text}
        </p>
      )}
      <CellFacts cell={cell} />
      <CellActs sheet={sheet} isEmpty={cell.kind === 'none'} />
    </div>
  )
}

type Props = { readonly sheet: ShownSheet; readonly rowAt: (index: number) => SheetRow | undefined }

/** The picture of the row where the keyboard is, and its cell in full. */
export const SheetSide = memo(({ sheet, rowAt }: Props) => {
  const { row: index, column: at } = useSheetView((view) => view.selection.active)
  const row = rowAt(index)
  const column = sheet.columns[at]
  return (
    <section className={classes.side} aria-label="Picture and cell">
      {row && (
        <Later>
          <div className={classes.stage}>
            {row.imageId !== null ? (
              <>
                <img src={previewUrl(row.imageId)} alt={nameRow(row)} decoding="async" />
                <Enlarge />
              </>
            ) : (
              <p className={classes.quiet}>This product has no picture.</p>
            )}
          </div>
          <div className={classes.words}>
            <p className={classes.name}>{nameRow(row)}</p>
            <p className={classes.quiet}>
              {[row.productName, row.sku, row.folder].filter((part) => part !== null && part !== '').join(' · ')}
            </p>
            {column && row.imageId !== null && <ActiveCell sheet={sheet} row={row} column={column} />}
          </div>
        </Later>
      )}
    </section>
  )
})
