import { Button, Group } from '@mantine/core'
import { longestCellText } from '../../../shared/answers/sheet.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Note } from '../../ui/note.tsx'
import { useWorkspaces } from '../../workspaces/connections/use-session.ts'
import { saveTyped } from './sheet-actions.ts'
import { dropUnsaved, type UnsavedText, useSheetView, useUnsaved } from './sheet-view.ts'
import classes from './unsaved-note.module.css'

const titleOf = ({ why, label, name }: UnsavedText): string => {
  const cell = `“${label}” of ${name}`
  switch (why) {
    case 'changed':
      return `${cell} changed while you typed`
    case 'too-long':
      return `The text for ${cell} is too long`
    case 'failed':
    case 'interrupted':
      return `Your text for ${cell} was not saved`
    case 'removed':
      return `${name} is no longer in the library`
  }
}

/** Texts that could not be saved as they were typed. The person decides; nothing of theirs is dropped by itself. */
export const UnsavedNote = () => {
  const [one] = useUnsaved((state) => state.texts)
  const shown = useSheetView((view) => view.workspace)
  const workspaces = useWorkspaces()
  if (!one) return null
  const { workspace, imageId, question, name, label, text, why } = one
  const isTooLong = why === 'too-long'
  // Elsewhere the person can't see what their text would replace.
  const isElsewhere = workspace !== null && shown !== null && workspace !== shown
  const home = workspaces.find(({ id }) => id === workspace)?.name
  const canUse = !isTooLong && why !== 'removed' && !isElsewhere
  const use = (): void => {
    dropUnsaved(one)
    void saveTyped({ workspace, imageId, question, name, label, seen: null, before: text === '' ? ' ' : '' }, text, false)
  }
  return (
    <div className={classes.note}>
      <Note
        tone="warn"
        isAlert
        title={titleOf(one)}
        action={
          <Group gap={8} wrap="nowrap">
            {canUse ? (
              <Button size="xs" onClick={use}>
                Use my text
              </Button>
            ) : (
              <Button size="xs" onClick={() => void copyText(text, 'Text')}>
                Copy my text
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => dropUnsaved(one)}>
              Discard my text
            </Button>
          </Group>
        }
      >
        {isTooLong && `A cell may have ${formatCount(longestCellText)} characters; this text has ${formatCount(text.length)}. `}
        {isElsewhere && `It belongs to ${home ? `the workspace “${home}”` : 'another workspace'}. Switch to it to use your text. `}
        <span className={classes.text}>You typed: {text === '' ? '(nothing)' : text}</span>
      </Note>
    </div>
  )
}
