import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import type { LibraryGroup } from '../../../shared/pictures/library.ts'
import { callDifferent, leaveOutOthers } from '../similar/leave-out-similar.ts'
import classes from './group-head.module.css'
import { describeGroup, useGroupIds } from './library-groups.ts'
import type { LibraryOrder } from './library-rows.ts'
import { useLibraryView } from './library-view.ts'
import { judgeGroup } from './selection.ts'

/** The height of a group's header, in pixels. */
export const headHeight = 40

type Props = {
  readonly head: LibraryGroup | undefined
  readonly order: LibraryOrder
  readonly version: string
  /** Lines and columns of the grid, for a screen reader. */
  readonly line: number
  readonly columns: number
  /** It stays at the top while its pictures scroll below it. */
  readonly isSticky: boolean
  /** Its top in the grid, in pixels. */
  readonly start: number
  readonly toggle: (head: LibraryGroup) => void
}

type BoxProps = Pick<Props, 'order' | 'version' | 'toggle'> & { readonly head: LibraryGroup }

/** Selects the whole group, and shows whether all, some or none of it is selected. */
const GroupBox = ({ head, order, version, toggle }: BoxProps) => {
  const chosen = useLibraryView((view) => view.selection.ids)
  const ids = useGroupIds(order, version, head.key, chosen.size > 0)
  const state = judgeGroup(ids ?? [], chosen)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  const { title, note } = describeGroup(head, order.groupBy)
  return (
    <label className={classes.label}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        aria-label={`${title}, ${countOf(head.pictures, 'picture')}`}
        title={state === 'all' ? 'Deselect this group' : 'Select this group'}
        checked={state === 'all'}
        onChange={() => toggle(head)}
      />
      <span className={classes.title} title={note}>
        {title}
      </span>
      <span className={classes.count}>{countOf(head.pictures, 'picture')}</span>
      {note !== '' && (
        <span className={classes.note} aria-hidden="true">
          <bdi>{note}</bdi>
        </span>
      )}
    </label>
  )
}

/** Of pictures that show the same. */
const SimilarButtons = ({ head, order, version }: Omit<BoxProps, 'toggle'>) => {
  const chosen = useLibraryView((view) => view.selection.ids)
  const ids = useGroupIds(order, version, head.key, chosen.size > 0)
  const isSome = judgeGroup(ids ?? [], chosen) === 'some'
  const { title } = describeGroup(head, order.groupBy)
  return (
    <span className={classes.actions}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`${isSome ? 'Selected are different' : 'These are different'}: ${title}`}
        onClick={() => void callDifferent(order, version, head)}
      >
        {isSome ? 'Selected are different' : 'These are different'}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Leave out the others: ${title}`}
        onClick={() => void leaveOutOthers(order, version, head)}
      >
        Leave out the others
      </Button>
    </span>
  )
}

/** The line above a group's pictures. */
export const GroupHead = ({ head, line, columns, isSticky, start, ...others }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a virtual grid; the grid has the focus
  <div
    role="row"
    aria-rowindex={line + 1}
    className={classes.head}
    data-sticky={isSticky || undefined}
    style={isSticky ? undefined : { transform: `translateY(${start}px)` }}
  >
    {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
    <div role="rowheader" aria-colindex={1} aria-colspan={columns} className={classes.cell} aria-busy={head === undefined}>
      {head && <GroupBox head={head} {...others} />}
      {head && others.order.groupBy === 'similar' && <SimilarButtons head={head} order={others.order} version={others.version} />}
    </div>
  </div>
)
