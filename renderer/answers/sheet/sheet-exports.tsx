import { ExportsMenu } from '../../exchange/exports/exports-menu.tsx'
import { useSheetView } from './sheet-view.ts'
import { type ChosenSet, useShown } from './use-sheet.ts'

/** Exports what the sheet shows: its rows, and its columns in their order. */
export const SheetExports = ({ set }: { readonly set: ChosenSet }) => {
  const { view, columns } = useShown(set)
  const workspace = useSheetView((sheet) => sheet.workspace)
  const shown = columns.flatMap(({ question }) => set.questions.find((one) => one.question === question) ?? [])
  return <ExportsMenu sheet={{ set, view, workspace, shown }} />
}
