import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

type Props = { readonly isOpen: boolean; readonly close: () => void; readonly enter: (productId: string) => void }

/** The product was made after all: its id, as the workspace shows it. */
export const EnterProductId = ({ isOpen, close, enter }: Props) => {
  const [productId, setProductId] = useState('')
  return (
    <Modal opened={isOpen} onClose={close} title="The product exists" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          enter(productId.trim())
          close()
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            Look for it in the workspace and enter its ID. The pictures that wait for it are then attached to it.
          </Text>
          <TextInput label="Product ID" value={productId} onChange={(event) => setProductId(event.currentTarget.value)} data-autofocus />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!productId.trim()}>
              Use this product
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
