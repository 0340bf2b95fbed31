import { Button, type ButtonProps } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { openPictureChooser } from './picture-input.tsx'

export const AddPictures = (props: Pick<ButtonProps, 'variant'>) => (
  <Button {...props} leftSection={<Icon name="add" size={16} />} onClick={openPictureChooser}>
    Add pictures
  </Button>
)
