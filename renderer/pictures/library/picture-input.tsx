import { acceptedPictures } from '../../../shared/pictures/accepted-pictures.ts'
import { addFiles } from './send-files.ts'

const inputId = 'add-pictures'

/**
 * The one file input, named “Add pictures”. It belongs to the window, not to a screen: the first screen is replaced once
 * the library is read, and files chosen in a removed input would be lost.
 */
export const PictureInput = () => (
  <input
    id={inputId}
    type="file"
    hidden
    multiple
    accept={acceptedPictures}
    aria-label="Add pictures"
    onChange={(event) => {
      const files = [...(event.currentTarget.files ?? [])]
      event.currentTarget.value = ''
      void addFiles(files)
    }}
  />
)

/** From a button, the command palette or a shortcut. */
export const openPictureChooser = (): void => document.getElementById(inputId)?.click()
