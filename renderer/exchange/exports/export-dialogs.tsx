import { Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { SendTextsDialog } from '../../products/texts/send-texts-dialog.tsx'
import { closeExport, useExportView } from './export-view.ts'
import type { ExportedSheet } from './exported-view.ts'
import classes from './exports.module.css'
import { ImportChangesDialog } from './import-changes.tsx'
import { PicturesForm } from './pictures-form.tsx'
import { TableForm } from './table-form.tsx'

type Props = { readonly sheet: ExportedSheet; readonly close: () => void }

/** Texts as a table for another program, or in copies of the pictures. */
const ExportDialog = ({ sheet, close }: Props) => {
  const [kind, setKind] = useState<'table' | 'pictures'>('table')
  return (
    <Modal opened onClose={close} title={`Export “${sheet.set.name}”`} size={720} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.form}>
        <SegmentedControl
          aria-label="What to export"
          data={[
            { value: 'table', label: 'Table' },
            { value: 'pictures', label: 'Pictures with their texts' },
          ]}
          value={kind}
          onChange={(value) => setKind(value === 'pictures' ? 'pictures' : 'table')}
        />
        {kind === 'table' ? <TableForm sheet={sheet} close={close} /> : <PicturesForm sheet={sheet} close={close} />}
      </div>
    </Modal>
  )
}

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
