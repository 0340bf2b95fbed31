import { execFile, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lackOf } from './lacks.ts'

/** Why LibreOffice can't be used here; `null`: it can. */
export const lackOfLibreOffice = (): string | null => (spawnSync('soffice', ['--version']).status === 0 ? null : lackOf('no-judge'))

const doctype = (name: string, file: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${name} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${file}">\n`
const names = 'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** In each tenth row the text of a column gets an end, two rows are deleted, and the rows after the 20th come first. Saved in its own format. */
const macro = `Sub Edit(path, header, ending)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  doc = StarDesktop.loadComponentFromURL(ConvertToURL(path), "_blank", 0, hidden())
  sheet = doc.Sheets(0)
  cursor = sheet.createCursor()
  cursor.gotoEndOfUsedArea(False)
  last = cursor.RangeAddress.EndRow
  column = 0
  Do While sheet.getCellByPosition(column, 0).String <> header
    column = column + 1
  Loop
  For row = 10 To last Step 10
    cell = sheet.getCellByPosition(column, row)
    If cell.String <> "" Then cell.String = cell.String & ending
  Next row
  sheet.Rows.removeByIndex(3, 2)
  count = last - 2 - 20
  If count > 0 Then
    sheet.Rows.insertByIndex(1, count)
    moved = sheet.getCellRangeByPosition(0, 21 + count, cursor.RangeAddress.EndColumn, last - 2 + count)
    sheet.moveRange(sheet.getCellByPosition(0, 1).CellAddress, moved.RangeAddress)
  End If
  doc.store()
  doc.close(True)
End Sub
`

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A profile of its own, with the macro in it: macros of a document would not be run. */
const writeProfile = async (profile: string): Promise<void> => {
  const folder = join(profile, 'user', 'basic', 'Standard')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(profile, 'user', 'basic', 'script.xlc'),
    `${doctype('library:libraries', 'libraries.dtd')}<library:libraries ${names}><library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>`,
  )
  await writeFile(
    join(folder, 'script.xlb'),
    `${doctype('library:library', 'library.dtd')}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
  )
  await writeFile(
    join(folder, 'Module1.xba'),
    `${doctype('script:module', 'module.dtd')}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${escapeXml(macro)}</script:module>`,
  )
}

/**
 * Opens a table in LibreOffice, adds `ending` to the texts of a column in each tenth row, deletes two rows, puts the last ones first, and saves it, as a
 * person does.
 */
export const editInLibreOffice = async (path: string, profile: string, header: string, ending: string): Promise<void> => {
  const run = (what: string) =>
    promisify(execFile)('soffice', ['--headless', '--norestore', `-env:UserInstallation=file://${profile}`, what], { timeout: 300_000 })
  // A new profile is filled at its first start, over what is there.
  await run('--terminate_after_init')
  await writeProfile(profile)
  await run(`macro:///Standard.Module1.Edit("${path}","${header}","${ending}")`)
}
