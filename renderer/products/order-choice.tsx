import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import type { PictureNames } from './picture-names.ts'
import { isSameOrder } from './reorder.ts'
import { inOrderOf, sortByName } from './sort-pictures.ts'

type Props = {
  readonly ids: readonly string[]
  /** The order that they had first, and its name. */
  readonly first: { readonly label: string; readonly ids: readonly string[] }
  readonly names: PictureNames
  readonly change: (ids: readonly string[]) => void
}

/** The orders that pictures can be put in with one press; the pressed one is the order they are in. */
export const OrderChoice = ({ ids, first, names, change }: Props) => {
  // Not with each key that is typed into the dialog: there may be thousands.
  const asFirst = useMemo(() => inOrderOf(first.ids, ids), [first.ids, ids])
  const byName = useMemo(() => sortByName(ids, names), [ids, names])
  if (ids.length < 2) return null
  const orders = [
    { label: first.label, ids: asFirst },
    { label: 'By name', ids: byName },
  ]
  const present = orders.find((one) => isSameOrder(one.ids, ids))
  const isReversed = !present && orders.some((one) => isSameOrder(one.ids.toReversed(), ids))
  const all = [
    ...orders.map((one) => ({ ...one, isPressed: one === present })),
    { label: 'Reversed', ids: ids.toReversed(), isPressed: isReversed },
  ]
  return (
    <Group gap={4} role="group" aria-label="Order">
      {all.map((one) => (
        <Button
          key={one.label}
          size="compact-xs"
          variant={one.isPressed ? 'light' : 'subtle'}
          color={one.isPressed ? undefined : 'gray'}
          aria-pressed={one.isPressed}
          onClick={() => change(one.ids)}
        >
          {one.label}
        </Button>
      ))}
    </Group>
  )
}
