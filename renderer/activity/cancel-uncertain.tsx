import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { cancelUncertainWords as words } from '../../shared/products/product-ids-words.ts'

type Answer = 'arrived' | 'missing' | 'unknown'

type Props = {
  readonly isOpen: boolean
  readonly close: () => void
  /** `undefined`: unknown whether they arrived. */
  readonly cancel: (attached: boolean | undefined) => void
}

/** Cancels an attachment that got no answer. Only a person can check whether its pictures are there. */
export const CancelUncertain = ({ isOpen, close, cancel }: Props) => {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <Modal opened={isOpen} onClose={close} size={480} title={words.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={16}>
        <Radio.Group aria-label={words.title} description={words.about} value={answer} onChange={(value) => setAnswer(value as Answer)}>
          <Stack gap={8} mt={12}>
            <Radio value="arrived" label={words.arrived} />
            <Radio value="missing" label={words.missing} />
            <Radio value="unknown" label={words.unknown} description={words.unknownMeans} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {words.back}
          </Button>
          <Button
            disabled={answer === null}
            onClick={() => {
              cancel(answer === 'unknown' ? undefined : answer === 'arrived')
              close()
            }}
          >
            {words.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
