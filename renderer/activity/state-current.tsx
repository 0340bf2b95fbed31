import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CurrentStatement } from '../../shared/jobs.ts'
import { CurrentChoice } from '../products/current-choice.tsx'

type Props = { readonly isOpen: boolean; readonly close: () => void; readonly state: (current: CurrentStatement) => void }

/** An attachment that may or may not have arrived: a person says what the product shows, then it goes on. */
export const StateCurrent = ({ isOpen, close, state }: Props) => {
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  return (
    <Modal opened={isOpen} onClose={close} size={560} title="Retry the attachment" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={16}>
        <CurrentChoice known={null} choose={setCurrent} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={current === null}
            onClick={() => {
              if (current) state(current)
              close()
            }}
          >
            Go on
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
