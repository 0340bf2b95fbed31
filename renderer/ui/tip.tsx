import { Tooltip, type TooltipProps } from '@mantine/core'
import { cloneElement, type PointerEvent, type ReactElement, useEffect, useState } from 'react'

type Heard = {
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerDown?: () => void
  readonly onPointerLeave?: () => void
}
type Props = Pick<TooltipProps, 'label' | 'position'> & { readonly disabled?: boolean; readonly children: ReactElement<Heard> }

/** Before it is shown, as menus and links are passed on the way to something else. */
const pauseMs = 400

/** Opens a moment after the pointer has come, until Escape. */
const useIsOpen = (isNear: boolean): boolean => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(() => setOpen(true), pauseMs)
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      clearTimeout(timer)
      setOpen(false)
    }
    document.addEventListener('keydown', close)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', close)
      setOpen(false)
    }
  }, [isNear])
  return isOpen
}

/**
 * A control's name, shown while a mouse rests on it. Beside the control instead of around it, and not before a mouse was there: many of them are in the
 * first sight. Hidden once the control is pressed, since it would cover the controls beside it.
 */
export const Tip = ({ children, disabled = false, label, position }: Props) => {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isNear, setNear] = useState(false)
  const isOpen = useIsOpen(isNear && !disabled)
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ pointerType, currentTarget }) => {
          if (pointerType !== 'mouse') return
          setTarget(currentTarget)
          setNear(true)
        },
        onPointerDown: () => setNear(false),
        onPointerLeave: () => setNear(false),
      })}
      {target && <Tooltip label={label} target={target} opened={isOpen} {...(position === undefined ? {} : { position })} />}
    </>
  )
}
