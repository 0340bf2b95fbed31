export const sheetSearchId = 'sheet-search'

export const focusSheetSearch = (): void => {
  const field = document.getElementById(sheetSearchId)
  if (field instanceof HTMLInputElement) field.select()
  field?.focus()
}
