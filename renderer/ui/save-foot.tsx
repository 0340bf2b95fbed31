import { Button, Group } from '@mantine/core'
import foot from './dialog-foot.module.css'

/** The buttons of a dialog that changes something which stays as it is until “Save”. */
export const SaveFoot = ({
  isSaving,
  save,
  close,
}: {
  readonly isSaving: boolean
  readonly save: () => void
  readonly close: () => void
}) => (
  <Group justify="flex-end" gap={8} className={foot.foot}>
    <Button variant="default" onClick={close}>
      Cancel
    </Button>
    <Button loading={isSaving} onClick={save}>
      Save
    </Button>
  </Group>
)
