import { create } from 'zustand'

/** A question whose texts may be sent; `column`: its short name, which the attribute is called at first. */
export type TextColumn = { readonly question: string; readonly column: string }

type TextsView = {
  /** `null`: the dialog is closed. */
  readonly columns: readonly TextColumn[] | null
  /** Keys of products; `null`: all. */
  readonly products: readonly string[] | null
}

/** What the dialog “Send texts to products” is about. */
export const useTextsView = create<TextsView>(() => ({ columns: null, products: null }))

export const openSendTexts = (columns: readonly TextColumn[], products: readonly string[] | null): void =>
  useTextsView.setState({ columns, products })

export const closeSendTexts = (): void => useTextsView.setState({ columns: null, products: null })
