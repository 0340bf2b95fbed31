import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type MouseEvent, useId } from 'react'

type Props = ButtonProps & {
  /** Why it is disabled; `null`: it is enabled. */
  readonly withheld: string | null
  readonly type?: 'button' | 'submit'
  readonly title?: string
  readonly onClick?: () => void
  readonly 'aria-keyshortcuts'?: string
}

const refuse = (event: MouseEvent): void => event.preventDefault()

/** A button that stays focusable while disabled, and says why, also to a screen reader. */
export const WithheldButton = ({ withheld, ...button }: Props) => {
  const id = useId()
  if (withheld === null) return <Button {...button} />
  const { title: _, onClick: _act, disabled: _disabled, ...rest } = button
  return (
    <>
      <Tooltip label={withheld} multiline w={320} events={{ hover: true, focus: true, touch: true }}>
        <Button {...rest} data-disabled aria-disabled aria-describedby={id} onClick={refuse} />
      </Tooltip>
      <VisuallyHidden id={id}>{withheld}</VisuallyHidden>
    </>
  )
}
