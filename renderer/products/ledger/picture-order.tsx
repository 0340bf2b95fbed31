import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './picture-order.module.css'
import { moveItem } from './reorder.ts'

export type OrderItem = { readonly key: string; readonly imageId: string | null; readonly name: string }

type Props = {
  readonly label: string
  /** The first of a list, as many as `mostOrdered`; more are not shown. */
  readonly items: readonly OrderItem[]
  /** How many the list has; absent: these. */
  readonly total?: number
  readonly change: (items: readonly OrderItem[]) => void
  readonly canRemove: boolean
  /** The places in the product, from 0, by key; `null`: not known. Absent: these are all of its pictures. */
  readonly places?: ReadonlyMap<string, number> | null
}

/** `null`: the place in the product is not known. */
const placeOf = ({ key }: OrderItem, at: number, places: Props['places']): number | null =>
  places === undefined ? at : (places?.get(key) ?? null)

/** Added to the place among these pictures. */
const sayPlace = (place: number | null, at: number): string => {
  if (place === 0) return ', main picture'
  return place === null || place === at ? '' : `, picture ${place + 1} of the product`
}

/** How many are shown; of a longer list, only the first pictures can be ordered. */
export const mostOrdered = 120

/** Pictures in their order: dragged by mouse, moved with Alt and the arrows, removed with Delete. */
export const PictureOrder = ({ label, items, total = items.length, change, canRemove, places }: Props) => {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)

  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    change(moveItem(items, from, to))
    setSaid(`${items[from]?.name} is now ${to + 1} of ${total}`)
  }
  const remove = (at: number) => {
    change(items.toSpliced(at, 1))
    setSaid(`${items[at]?.name} removed`)
  }
  const focus = (at: number) => list.current?.querySelectorAll('li')[at]?.focus()
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0
    const isRemoval = canRemove && (event.key === 'Delete' || event.key === 'Backspace')
    if (step === 0 && !isRemoval) return
    event.preventDefault()
    if (isRemoval) remove(at)
    else if (event.altKey) move(at, at + step)
    requestAnimationFrame(() => focus(isRemoval ? Math.min(at, items.length - 2) : at + step))
  }
  const onDrop = (event: DragEvent, at: number) => {
    event.preventDefault()
    event.stopPropagation()
    if (dragged !== null) move(dragged, at)
    setDragged(null)
    setOver(null)
  }

  return (
    <>
      <ol ref={list} className={classes.list} aria-label={label}>
        {items.slice(0, mostOrdered).map((item, at) => (
          <li
            key={item.key}
            className={classes.item}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: moved and removed by keys
            tabIndex={0}
            aria-label={`${item.name}, ${at + 1} of ${total}${sayPlace(placeOf(item, at, places), at)}`}
            draggable
            data-over={over === at && dragged !== at ? true : undefined}
            data-dragged={dragged === at || undefined}
            onKeyDown={(event) => onKeyDown(event, at)}
            onDragStart={() => setDragged(at)}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(at)
            }}
            onDragEnd={() => {
              setDragged(null)
              setOver(null)
            }}
            onDrop={(event) => onDrop(event, at)}
          >
            {item.imageId ? <img src={thumbnailUrl(item.imageId)} alt="" draggable={false} decoding="async" /> : <code>{item.name}</code>}
            <span className={classes.place}>{placeOf(item, at, places) === 0 ? 'Main' : (placeOf(item, at, places) ?? at) + 1}</span>
            {item.imageId && (
              <span className={classes.name} title={item.name}>
                {item.name}
              </span>
            )}
            {canRemove && (
              <ActionIcon
                className={classes.remove}
                size={22}
                variant="filled"
                color="dark"
                tabIndex={-1}
                aria-label={`Remove ${item.name}`}
                onClick={() => remove(at)}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      {total > mostOrdered && (
        <Text size="sm" c="dimmed">
          And {countOf(total - mostOrdered, 'more', 'more')}.
        </Text>
      )}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </>
  )
}
