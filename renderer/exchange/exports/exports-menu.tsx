import { Button, Menu } from '@mantine/core'
import { findRoles } from '../../../shared/exchange/export-presets.ts'
import { openSendTexts } from '../../products/texts/texts-view.ts'
import { Icon } from '../../ui/icon.tsx'
import { chooseHandover } from '../handover/handover-input.tsx'
import { openHandOver } from '../handover/handover-view.ts'
import { type CopyForm, copyTexts } from './copy-texts.ts'
import { openExport } from './export-view.ts'
import type { ExportedSheet } from './exported-view.ts'
import { openImport } from './import-view.ts'

const forms: readonly { readonly form: CopyForm; readonly label: string }[] = [
  { form: 'list', label: 'Copy as list' },
  { form: 'table', label: 'Copy as table' },
  { form: 'html', label: 'Copy as HTML images' },
]

/** All ways out of the sheet, and back in. `null`: there is no set yet. */
export const ExportsMenu = ({ sheet }: { readonly sheet: ExportedSheet | null }) => {
  const copied = sheet && (findRoles(sheet.set.questions).alt ?? sheet.set.questions[0])
  return (
    <Menu position="bottom-end">
      <Button.Group>
        <Button variant="default" disabled={sheet === null} onClick={() => sheet && openExport(sheet)}>
          Export…
        </Button>
        <Menu.Target>
          <Button variant="default" px={8} aria-label="More ways to export and import">
            <Icon name="chevron" size={14} />
          </Button>
        </Menu.Target>
      </Button.Group>
      <Menu.Dropdown>
        <Menu.Item disabled={sheet === null} onClick={() => sheet && openSendTexts(sheet)}>
          Send to products…
        </Menu.Item>
        <Menu.Item onClick={openImport}>Import changes…</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Work with colleagues</Menu.Label>
        <Menu.Item onClick={openHandOver}>Hand over…</Menu.Item>
        <Menu.Item onClick={chooseHandover}>Merge a hand-over…</Menu.Item>
        {sheet && copied && (
          <>
            <Menu.Divider />
            <Menu.Label>“{copied.column}” of the rows shown</Menu.Label>
            {forms.map(({ form, label }) => (
              <Menu.Item key={form} onClick={() => void copyTexts(sheet.view, copied.question, form)}>
                {label}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
