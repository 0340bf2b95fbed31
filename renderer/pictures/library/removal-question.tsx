import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { canRestoreWords } from '../../../shared/removed/removed-words.ts'
import { useRemovalQuestion } from './remove-pictures.ts'

/** Asks before many pictures leave the library. */
export const RemovalQuestion = () => {
  const asked = useRemovalQuestion((view) => view.asked)
  // Its words stay while it fades out.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  if (!last) return null
  const pictures = countOf(last.count, 'picture')
  return (
    <Modal
      opened={asked !== null}
      onClose={() => last.answer(false)}
      title={`Remove ${pictures}?`}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap={16}>
        <Text size="sm">
          They leave this library with their answers, and their waiting uploads, questions and attachments are cancelled. Uploaded pictures
          stay in the workspace and on their products. {canRestoreWords}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => last.answer(false)} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={() => last.answer(true)}>
            Remove {pictures}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
