import { addFiles } from '../../pictures/library/send-files.ts'

const inputId = 'open-handover'

/** The file input for a colleague's file. It comes as if it were dropped. */
export const HandoverInput = () => (
  <input
    id={inputId}
    type="file"
    hidden
    accept=".packshot-handover"
    aria-label="Merge a hand-over"
    onChange={(event) => {
      const files = [...(event.currentTarget.files ?? [])]
      event.currentTarget.value = ''
      void addFiles(files)
    }}
  />
)

export const chooseHandover = (): void => document.getElementById(inputId)?.click()
