import { SendTextsDialog } from '../../products/texts/send-texts-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { closeExport, useExportView } from './export-view.ts'
import { ImportChangesDialog } from './import-changes.tsx'

/** Dialogs about texts of the sheet. Not in the sheet itself: it is drawn again for another set or workspace, and what a person chose in them would be lost. */
export const ExportDialogs = () => {
  const sheet = useExportView((view) => view.sheet)
  return (
    <>
      {sheet && <ExportDialog sheet={sheet} close={closeExport} />}
      <SendTextsDialog />
      <ImportChangesDialog />
    </>
  )
}
