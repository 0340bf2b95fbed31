import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { errorWords, loadErrorWords } from './error-words.ts'
import { readProblem } from './read-problem.ts'
import classes from './tell.module.css'
import { keepUndo, noteFinal } from './undo.ts'

/** The last note of each kind. A note without a kind (`''`) is replaced by the next, so that many of them never delay an “Undo”. */
const lastWords = new Map<string, string>()

/** Notes on the screen, the oldest first. More would reach into the lists of a small window, and cut each other's buttons off. */
const shown: string[] = []
const mostShown = 2

const show = (note: Parameters<typeof notifications.show>[0]): string => {
  const id = notifications.show({
    ...note,
    onClose: (closed) => void shown.splice(0, shown.length, ...shown.filter((one) => one !== closed.id)),
  })
  shown.push(id)
  while (shown.length > mostShown) notifications.hide(shown.shift() ?? '')
  return id
}

/** Hides the last note of a kind, whose action no longer fits. */
export const hideNote = (kind: string): void => {
  notifications.hide(lastWords.get(kind) ?? '')
}

type Action = { readonly label: string; readonly run: () => void }

/** Says that something was done, with at most one action. Without an action, clicks pass through to the page below. */
export const tell = (
  title: string,
  options: {
    readonly text?: ReactNode
    readonly action?: Action
    /** Undoes exactly this, by its button or as what was done last. `key`: see `forgetUndo`. */
    readonly undo?: { readonly run: Parameters<typeof keepUndo>[1]; readonly key?: string }
    /** It was done and can't be undone: what to do instead. */
    readonly instead?: string
    /** Replaces the last note of this kind, whose action may be dropped. */
    readonly kind?: string
  } = {},
): void => {
  const { text, undo } = options
  const undoAction: Action | undefined = undo && {
    label: 'Undo',
    run: keepUndo(title, undo.run, { key: undo.key ?? null, onGone: () => notifications.hide(id) }),
  }
  const action = options.action ?? undoAction
  if (options.instead !== undefined) noteFinal(title, options.instead)
  const { kind = action ? null : '' } = options
  if (kind !== null) hideNote(kind)
  const id = show({
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

const showProblem = (what: string, error: unknown): void => {
  const { message, action } = readProblem(error)
  show({
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

/** Says what failed, why, and what to do; `what` is a whole sentence, e.g. “The pictures were not attached.” */
export const tellProblem = (what: string, error: unknown): void => {
  const say = (): void => showProblem(what, error)
  if (errorWords()) say()
  else void loadErrorWords().then(say, say)
}
