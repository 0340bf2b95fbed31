import { addFiles } from '../../pictures/library/send-files.ts'

const inputId = 'open-list'

/** The file input for product lists, named “Import product list”. */
export const ListInput = () => (
  <input
    id={inputId}
    type="file"
    hidden
    accept=".csv,.tsv,.tab,.txt,.xlsx,.xlsm"
    aria-label="Import product list"
    onChange={(event) => {
      const files = [...(event.currentTarget.files ?? [])]
      event.currentTarget.value = ''
      void addFiles(files)
    }}
  />
)

export const openListChooser = (): void => document.getElementById(inputId)?.click()
