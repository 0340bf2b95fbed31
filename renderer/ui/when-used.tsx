import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What was done to the plain control first. For the last two the real one takes the focus, and for the last it opens, too. */
type Use = 'near' | 'focus' | 'click'

export type PlainProps = {
  readonly ref: RefObject<HTMLElement | null>
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

type RealProps = {
  /** The control itself; the ref is for its element with the role. A click on that opens it. */
  readonly children: (ref: RefObject<HTMLElement | null>) => ReactNode
}

type Props = RealProps & {
  /** The closed control as it looks and is named; these props are for its element with the role. */
  readonly plain: (props: PlainProps) => ReactNode
}

const Real = ({ use, children }: RealProps & { readonly use: Use }) => {
  const ref = useRef<HTMLElement>(null)
  // At once: the next key belongs to it.
  useLayoutEffect(() => {
    if (use !== 'near') ref.current?.focus()
  }, [use])
  useEffect(() => {
    if (use === 'click') ref.current?.click()
  }, [use])
  return children(ref)
}

/** Lets the element that has the focus now answer a key. Its own effect, such as a typed letter, follows the focus by itself. */
const passOn = (event: KeyboardEvent): void => {
  event.stopPropagation()
  const { key, code, location, repeat, shiftKey, ctrlKey, altKey, metaKey } = event.nativeEvent
  const same = new KeyboardEvent('keydown', {
    ...{ key, code, location, repeat, shiftKey, ctrlKey, altKey, metaKey },
    bubbles: true,
    cancelable: true,
  })
  if (document.activeElement?.dispatchEvent(same) === false) event.preventDefault()
}

/**
 * A control with a list or a menu, drawn plainly until somebody comes near it: those in the library were half of the first sight's script.
 *
 * The real one takes the plain one's place between events, never within a press or between a focus and its click, whose second half would be lost: in
 * the timer's own turn, since a press may come before a later one. The first click or key reaches it all the same.
 */
export const WhenUsed = ({ plain, children }: Props) => {
  const [use, setUse] = useState<Use | null>(null)
  const ref = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (use !== null) return <Real use={use}>{children}</Real>

  const hasFocus = (): boolean => document.activeElement === ref.current
  const takePlaceSoon = (): void => {
    clearTimeout(timer.current)
    if (!isPressed.current) timer.current = setTimeout(() => flushSync(() => setUse(hasFocus() ? 'focus' : 'near')))
  }
  return plain({
    ref,
    onPointerEnter: ({ buttons }) => {
      if (buttons === 0) takePlaceSoon()
    },
    onPointerDown: ({ button }) => {
      clearTimeout(timer.current)
      isPressed.current = button === 0
    },
    // A press that ends elsewhere has no click.
    onPointerLeave: () => {
      isPressed.current = false
      if (hasFocus()) takePlaceSoon()
      else clearTimeout(timer.current)
    },
    onFocus: takePlaceSoon,
    onClick: () => setUse('click'),
    onKeyDown: (event) => {
      flushSync(() => setUse('focus'))
      passOn(event)
    },
  })
}
