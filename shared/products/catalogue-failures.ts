import type { RowProblem } from '../base/row-problem.ts'
import type { UnclearReading } from './list-form.ts'

/** What a file is that looks like a list and can't be read as one. */
export type OtherList = 'old-workbook' | 'binary-workbook' | 'open-document' | 'archive' | 'markup' | 'json' | 'folder' | 'bytes'

/** What can go wrong with a whole product list. Single rows: shared/products/catalogue.ts. `name`: of its file. */
export type CatalogueFailure =
  | { readonly kind: 'list-of-other-kind'; readonly name: string; readonly is: OtherList }
  | { readonly kind: 'list-empty'; readonly name: string }
  | { readonly kind: 'list-over-size'; readonly name: string; readonly maxBytes: number }
  /** A small file that unpacks to a huge one. */
  | { readonly kind: 'list-unpacks-over-size'; readonly name: string; readonly maxBytes: number }
  | { readonly kind: 'list-over-rows'; readonly name: string; readonly limit: number }
  | { readonly kind: 'list-over-columns'; readonly columns: number; readonly limit: number }
  | { readonly kind: 'list-over-memory'; readonly name: string }
  | { readonly kind: 'list-pasted-over-size'; readonly limit: number }
  /** `said`: the reader's words. */
  | { readonly kind: 'list-damaged'; readonly name: string; readonly said: string }
  /** It opens in this row, and the file ends before it is closed. */
  | { readonly kind: 'list-quote-open'; readonly row: number }
  | { readonly kind: 'list-row-over-size'; readonly row: number; readonly maxBytes: number }
  | { readonly kind: 'list-gone'; readonly name: string }
  /** Another program keeps it from being read. */
  | { readonly kind: 'list-held'; readonly name: string }
  | { readonly kind: 'list-names-no-product'; readonly headers: readonly string[] }
  /** None of its rows came in; why the first did not. */
  | { readonly kind: 'list-all-refused'; readonly name: string; readonly refused: number; readonly row: number; readonly about: RowProblem }
  | { readonly kind: 'list-column-unknown'; readonly named: string; readonly headers: readonly string[] }
  | { readonly kind: 'list-sheet-unknown'; readonly named: string; readonly sheets: readonly string[] }
  | { readonly kind: 'list-header-row-empty'; readonly row: number }
  /** The file doesn’t tell how it is written. */
  | { readonly kind: 'list-unclear'; readonly unclear: UnclearReading }
  | {
      readonly kind: 'list-reading-unreadable'
      readonly option: string
      readonly value: string
      readonly possible: readonly string[]
    }
  | { readonly kind: 'list-column-unreadable'; readonly option: string }
  /** One column can't be two things. */
  | { readonly kind: 'list-column-twice'; readonly header: string }
  | { readonly kind: 'list-being-imported' }
  /** So many are open that these were not opened. */
  | { readonly kind: 'lists-waiting'; readonly names: readonly string[]; readonly open: number }
  | { readonly kind: 'list-closed' }
  /** Another list counts by now. */
  | { readonly kind: 'list-replaced' }
  | { readonly kind: 'import-stopped' }
