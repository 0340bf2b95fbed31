import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { takeInFiles } from './take-in.ts'

/** The button, and the file input of the same name that it opens. */
export const AddPictures = (props: Pick<ButtonProps, 'variant'>) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...props} leftSection={<Icon name="add" size={16} />} onClick={() => input.current?.click()} data-add-pictures>
        Add pictures
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg"
        aria-label="Add pictures"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void takeInFiles(files)
        }}
      />
    </>
  )
}

/** Opens the same chooser from elsewhere: the command palette, a shortcut. */
export const openPictureChooser = (): void => document.querySelector<HTMLButtonElement>('[data-add-pictures]')?.click()
