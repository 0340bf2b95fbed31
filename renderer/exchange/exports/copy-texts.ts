import { cellValue, type SheetViewInput } from '../../../shared/answers/sheet.ts'
import { type CopiedText, formatImages, formatList, formatNamedTable } from '../../../shared/exchange/copied-texts.ts'
import { describeCopied } from '../../../shared/exchange/exports-words.ts'
import { client } from '../../bridge.ts'
import { copyText } from '../../ui/copy-text.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'

export const copyForms = { list: formatList, table: formatNamedTable, html: formatImages } as const
export type CopyForm = keyof typeof copyForms

/** Rows read at a time. */
const pageSize = 200
/** More is for a file. */
const mostCopied = 20_000

/** Copies the approved texts of a question in the rows of a view; where none is approved, all, and says so. */
export const copyTexts = async (view: SheetViewInput, question: string, form: CopyForm): Promise<void> => {
  try {
    let all = 0
    // The next pages are of the first one's workspace, wherever the person switches meanwhile.
    let workspace: string | null = null
    const found: (CopiedText & { readonly isApproved: boolean })[] = []
    for (let offset = 0; offset < mostCopied; offset += pageSize) {
      const page = await client.sheet.page({ view, offset, limit: pageSize, workspace })
      const { total, rows } = page
      workspace = page.workspace
      all = total
      for (const { name, cells } of rows) {
        const cell = cells.find((one) => one.question === question)
        const text = cell ? cellValue(cell) : ''
        if (cell && text !== '') found.push({ name, text, isApproved: cell.review === 'approved' })
      }
      if (offset + pageSize >= total) break
    }
    const approved = found.filter(({ isApproved }) => isApproved)
    const texts = approved.length > 0 ? approved : found
    if (texts.length === 0) return tell('There are no texts to copy')
    await copyText(copyForms[form](texts), describeCopied({ texts: texts.length, isApproved: approved.length > 0, rows: all, mostCopied }))
  } catch (error) {
    tellProblem('Nothing was copied.', error)
  }
}
