import { Button, Group, Modal, Stack } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { ProductField } from '../ledger/product-field.tsx'
import { movePictures } from './match-actions.ts'
import { closeMove, type Moving, useMatchView } from './match-view.ts'
import { useMatchedField } from './use-matched-field.ts'

const MoveForm = ({ ids, from, also }: Moving) => {
  const field = useMatchedField()
  const { product } = field
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!product) return
        closeMove()
        void movePictures(ids, product, { from, also })
      }}
    >
      <Stack gap={16}>
        <ProductField field={field} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={closeMove}>
            Cancel
          </Button>
          <WithheldButton type="submit" withheld={field.lack}>
            {also ? 'Add' : 'Move'}
          </WithheldButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Chooses the product for the selected pictures. */
export const MoveDialog = () => {
  const moving = useMatchView((view) => view.moving)
  return (
    <Modal
      opened={moving !== null}
      onClose={closeMove}
      size={520}
      title={`${moving?.also ? 'Also add' : 'Move'} ${countOf(moving?.ids.length ?? 0, 'picture')} to ${moving?.also ? 'another' : 'a'} product`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {moving && <MoveForm {...moving} />}
    </Modal>
  )
}
