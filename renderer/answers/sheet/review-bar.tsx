import { Button, Kbd } from '@mantine/core'
import { memo } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { countCells, rangeOf } from './cell-range.ts'
import { focusGrid } from './focus-grid.ts'
import { moveToNext } from './move-cursor.ts'
import classes from './review-bar.module.css'
import type { ShownSheet } from './sheet-queries.ts'
import { openDialog, turnReview, useSheetView } from './sheet-view.ts'
import { decide } from './use-sheet-keys.ts'

const Key = ({ name, label, run }: { readonly name: string; readonly label: string; readonly run: () => unknown }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    color="gray"
    className={classes.key}
    leftSection={
      <Kbd size="xs" aria-hidden="true">
        {name}
      </Kbd>
    }
    aria-keyshortcuts={name}
    onClick={() => {
      run()
      focusGrid()
    }}
  >
    {label}
  </Button>
)

/** Says how far the review is, and in review what each key does. */
export const ReviewBar = memo(({ sheet, said }: { readonly sheet: ShownSheet; readonly said: string }) => {
  const mode = useSheetView((view) => view.mode)
  const order = useSheetView((view) => view.order)
  const selected = useSheetView((view) => countCells(rangeOf(view.selection)))
  const isReview = mode === 'review'
  return (
    <div className={classes.bar} data-review={isReview || undefined}>
      {isReview && (
        <div className={classes.keys} role="toolbar" aria-label="Review">
          <Key name="A" label="Approve" run={() => decide(sheet, 'approved', 'selection')} />
          <Key name="⇧A" label="Approve row" run={() => decide(sheet, 'approved', 'row')} />
          <Key name="R" label="Reject…" run={() => openDialog('reject')} />
          <Key name="D" label="Set to draft" run={() => decide(sheet, 'draft', 'selection')} />
          <Key name="N" label="Next" run={() => moveToNext(sheet)} />
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Next cell: ${order === 'row' ? 'along the row' : 'down the column'}`}
            leftSection={<Icon name={order === 'row' ? 'right' : 'down'} size={14} />}
            onClick={() => {
              useSheetView.setState({ order: order === 'row' ? 'column' : 'row' })
              focusGrid()
            }}
          >
            {order === 'row' ? 'Along the row' : 'Down the column'}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              turnReview()
              focusGrid()
            }}
          >
            Done
          </Button>
        </div>
      )}
      <p className={classes.counts}>
        {said}
        {selected > 1 && <span className={classes.selected}> · {countOf(selected, 'cell')} selected</span>}
      </p>
    </div>
  )
})
