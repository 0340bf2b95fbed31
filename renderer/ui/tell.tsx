import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { readProblem } from './read-problem.ts'
import classes from './tell.module.css'

/** The last word that asks for nothing: the next takes its place, so that many of them keep no “Undo” waiting for room. */
let lastWord = ''

/** Says that something was done, with at most one thing to do about it; without, the pointer reaches what lies below. */
export const tell = (
  title: string,
  options: { readonly text?: ReactNode; readonly action?: { readonly label: string; readonly run: () => void } } = {},
): void => {
  const { text, action } = options
  if (!action) notifications.hide(lastWord)
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
  if (!action) lastWord = id
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
