import { Tooltip, type TooltipProps } from '@mantine/core'
import { cloneElement, type ReactElement, useState } from 'react'

type Heard = { readonly onPointerDown?: () => void; readonly onPointerLeave?: () => void }
type Props = Omit<TooltipProps, 'children'> & { readonly children: ReactElement<Heard> }

/** Hides its tooltip once the control is pressed, since it would cover the controls beside it. */
export const Tip = ({ children, disabled = false, ...tooltip }: Props) => {
  const [isPressed, setIsPressed] = useState(false)
  return (
    <Tooltip {...tooltip} disabled={disabled || isPressed}>
      {cloneElement(children, { onPointerDown: () => setIsPressed(true), onPointerLeave: () => setIsPressed(false) })}
    </Tooltip>
  )
}
