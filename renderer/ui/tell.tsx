import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { readProblem } from './read-problem.ts'
import classes from './tell.module.css'

/** The last word of each kind. Of those that ask for nothing (`''`) the next takes its place, so that many keep no “Undo” waiting for room. */
const lastWords = new Map<string, string>()

/** Says that something was done, with at most one thing to do about it; without, the pointer reaches what lies below. */
export const tell = (
  title: string,
  options: {
    readonly text?: ReactNode
    readonly action?: { readonly label: string; readonly run: () => void }
    /** It takes the place of the last one of this kind: nothing is lost with that one’s action. */
    readonly kind?: string
  } = {},
): void => {
  const { text, action, kind = action ? null : '' } = options
  if (kind !== null) notifications.hide(lastWords.get(kind) ?? '')
  const id = notifications.show({
    title,
    ...(action
      ? { autoClose: 10_000, closeButtonProps: { 'aria-label': 'Close' }, className: classes.reachable }
      : { autoClose: 5_000, withCloseButton: false }),
    message: (
      <>
        {text && <Text size="sm">{text}</Text>}
        {action && (
          <Group mt={8}>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                notifications.hide(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          </Group>
        )}
      </>
    ),
  })
  if (kind !== null) lastWords.set(kind, id)
}

/** Says what failed, why, and what to do; `what` is a whole sentence, e.g. “The pictures were not attached.” */
export const tellProblem = (what: string, error: unknown): void => {
  const { message, action } = readProblem(error)
  notifications.show({
    title: what,
    color: 'red',
    autoClose: 15_000,
    closeButtonProps: { 'aria-label': 'Close' },
    className: classes.reachable,
    message: (
      <Text size="sm">
        {message} {action}
      </Text>
    ),
  })
}
