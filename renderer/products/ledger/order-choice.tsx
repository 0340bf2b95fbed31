import { Button, Group } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { PictureNames } from './picture-names.ts'
import { inOrderOf, isByName, isInOrderOf, sortByName } from './sort-pictures.ts'

type Props = {
  readonly ids: readonly string[]
  /** The order that they had first, and its name. */
  readonly first: { readonly label: string; readonly ids: readonly string[] }
  readonly names: PictureNames
  readonly change: (ids: readonly string[]) => void
}

/** Longer lists are looked through in a task of its own, after they are shown. */
const lookedThroughAtOnce = 5_000
const none: readonly string[] = []

/** Which of the orders pictures are in. */
const orderOf = (ids: readonly string[], first: readonly string[], names: PictureNames): 'first' | 'name' | 'reversed' | null => {
  if (isInOrderOf(first, ids)) return 'first'
  if (isByName(ids, names)) return 'name'
  const reversed = ids.toReversed()
  return isInOrderOf(first, reversed) || isByName(reversed, names) ? 'reversed' : null
}

/** The orders that pictures can be put in with one press; the pressed one is the order they are in. */
export const OrderChoice = ({ ids, first, names, change }: Props) => {
  const later = useDeferredValue(ids, none)
  const looked = ids.length > lookedThroughAtOnce ? later : ids
  // Not with each key that is typed into the dialog.
  const order = useMemo(() => (looked === none ? null : orderOf(looked, first.ids, names)), [looked, first.ids, names])
  const latest = useRef<readonly string[] | null>(null)
  useEffect(() => {
    latest.current = ids
    return () => {
      latest.current = null
    }
  }, [ids])
  // Sorting thousands takes a moment: a change that a person makes meanwhile counts.
  const sort = async (): Promise<void> => {
    const sorted = await sortByName(ids, names)
    if (latest.current === ids) change(sorted)
  }
  if (ids.length < 2) return null
  const all = [
    { key: 'first', label: first.label, choose: () => change(inOrderOf(first.ids, ids)) },
    { key: 'name', label: 'By name', choose: () => void sort() },
    { key: 'reversed', label: 'Reversed', choose: () => change(ids.toReversed()) },
  ]
  return (
    <Group gap={4} role="group" aria-label="Order">
      {all.map(({ key, label, choose }) => (
        <Button
          key={key}
          size="compact-xs"
          variant={key === order ? 'light' : 'subtle'}
          color={key === order ? undefined : 'gray'}
          aria-pressed={key === order}
          onClick={choose}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
