import { ActionIcon } from '@mantine/core'
import { type MouseEvent, memo } from 'react'
import { useShallow } from 'zustand/shallow'
import { shownPlace, wholePath } from '../../../shared/pictures/picture-place.ts'
import type { MatchedProductRow, TrayKind } from '../../../shared/products/matching.ts'
import {
  callMatched,
  describeMatchQuestion,
  describeReason,
  describeSuggestion,
  describeUnmatched,
  nameReason,
  suggestedWord,
} from '../../../shared/products/matching-words.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import { beginDrag, endDrag } from './drag-pictures.ts'
import { markNotAProduct, movePictures, takeOut } from './match-actions.ts'
import type { TrayRow } from './match-queries.ts'
import { chooseAlone, openMove, targetsOf, useMatchView } from './match-view.ts'
import classes from './tray.module.css'

export const trayItemId = (index: number): string => `tray-${index}`

type Props = {
  readonly row: TrayRow
  readonly index: number
  readonly kind: TrayKind
  readonly isCurrent: boolean
  readonly press: (event: MouseEvent, index: number, row: TrayRow) => void
}

/** The grid keeps the focus, so that the keys keep working. */
const keepFocus = (event: MouseEvent): void => {
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus()
}

type Offer = { readonly product: MatchedProductRow; readonly why: string; readonly inFull: string }

const offersOf = ({ candidates, suggestions }: TrayRow): readonly Offer[] => [
  ...candidates.map(({ product, why }) => ({ product, why: nameReason(why), inFull: describeReason(why) })),
  ...suggestions.map((one) => ({ product: one.product, why: suggestedWord, inFull: describeSuggestion(one) })),
]

const Candidates = ({ row, offers }: { readonly row: TrayRow; readonly offers: readonly Offer[] }) => (
  <ul className={classes.candidates} aria-label={`Products for ${row.name}`}>
    {offers.map(({ product, why, inFull }, at) => (
      <li key={product.key}>
        <button
          type="button"
          tabIndex={-1}
          className={classes.candidate}
          title={inFull}
          onMouseDown={keepFocus}
          onClick={() => void movePictures([row.imageId], product)}
        >
          {at < 9 && (
            <span className={classes.number} aria-hidden="true">
              {at + 1}
            </span>
          )}
          <span className={classes.product}>{callMatched(product)}</span>
          <span className={classes.why}>{why}</span>
        </button>
      </li>
    ))}
  </ul>
)

const Actions = ({ row, kind }: { readonly row: TrayRow; readonly kind: TrayKind }) => {
  const about = (): readonly string[] => {
    const targets = targetsOf('tray', row.imageId)
    return targets.includes(row.imageId) ? targets : [row.imageId]
  }
  return (
    <span className={classes.actions}>
      <ActionIcon
        size={28}
        tabIndex={-1}
        title="Move to a product (M)"
        aria-label={`Move ${row.name} to a product`}
        onMouseDown={keepFocus}
        onClick={() => openMove({ ids: about(), from: null, also: false })}
      >
        <Icon name="products" size={16} />
      </ActionIcon>
      {kind === 'open' ? (
        <ActionIcon
          size={28}
          tabIndex={-1}
          title="Leave out (Delete)"
          aria-label={`Leave ${row.name} out`}
          onMouseDown={keepFocus}
          onClick={() => void markNotAProduct(about())}
        >
          <Icon name="close" size={16} />
        </ActionIcon>
      ) : (
        <ActionIcon
          size={28}
          tabIndex={-1}
          title="Put back (Delete)"
          aria-label={`Put ${row.name} back`}
          onMouseDown={keepFocus}
          onClick={() => void takeOut(about())}
        >
          <Icon name="undo" size={16} />
        </ActionIcon>
      )}
    </span>
  )
}

const sayState = (row: TrayRow, kind: TrayKind): string | null => {
  if (row.question !== null) return describeMatchQuestion(row.question)
  if (kind === 'not-a-product') return null
  return describeUnmatched(row)
}

/** One picture with its question. The grid handles the keyboard; this handles only looks, pointer and drag. */
export const TrayItem = memo(({ row, index, kind, isCurrent, press }: Props) => {
  const { isChosen, isDragged } = useMatchView(
    useShallow(({ side, chosen, dragged }) => ({
      isChosen: side === 'tray' && chosen.has(row.imageId),
      isDragged: dragged?.ids.includes(row.imageId) ?? false,
    })),
  )
  const state = sayState(row, kind)
  const offers = offersOf(row)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: a row of a virtual grid; the grid has the focus and the keys
    <div
      role="row"
      id={trayItemId(index)}
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      className={classes.item}
      data-current={isCurrent || undefined}
      data-dragged={isDragged || undefined}
      draggable
      onMouseDown={(event) => press(event, index, row)}
      onClick={(event) => chooseAlone(event, 'tray', row.imageId)}
      onDragStart={(event) => beginDrag(event, { side: 'tray', from: null, index }, row.imageId)}
      onDragEnd={endDrag}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <div role="gridcell" className={classes.about}>
        <span className={classes.frame}>
          <img src={thumbnailUrl(row.imageId)} alt="" draggable={false} decoding="async" />
        </span>
        <span className={classes.words}>
          <span className={classes.name} title={wholePath(row)}>
            {shownPlace(row)}
          </span>
          {state && <span className={row.question === null ? classes.quiet : classes.question}>{state}</span>}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <div role="gridcell" className={classes.choices}>
        <Actions row={row} kind={kind} />
        {offers.length > 0 && <Candidates row={row} offers={offers} />}
      </div>
    </div>
  )
})
