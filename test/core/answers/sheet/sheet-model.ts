import type { CellReview } from '../../../../shared/answers/sheet.ts'

/** A row of a cell as the model sees it: an answer, or a person's own words. */
export type ModelRow = {
  readonly id: number
  readonly kind: 'answer' | 'cannot-tell' | 'own'
  readonly text: string
  readonly edited: string | null
  readonly review: CellReview
}
type Noted = { readonly cell: string; readonly id: number; readonly before: ModelRow | null; readonly after: ModelRow | null }
type Change = { readonly noted: readonly Noted[] }

const shown = (row: ModelRow | undefined): string => row?.edited ?? row?.text ?? ''
const stays = ({ review, edited }: ModelRow): boolean => review === 'approved' || (review === 'draft' && (edited ?? '') !== '')
const same = (one: ModelRow | null, other: ModelRow | null): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The rules of one workspace's cells, as short as they can be said. */
export class SheetModel {
  cells = new Map<string, readonly ModelRow[]>()
  undone: Change[] = []
  done: Change[] = []
  #ids = 0

  current(cell: string): ModelRow | undefined {
    const rows = this.cells.get(cell) ?? []
    return rows.findLast(stays) ?? rows.at(-1)
  }
  /** What a person sees of a cell. */
  look(cell: string): string {
    const row = this.current(cell)
    return row ? `${row.kind} “${shown(row)}”${row.edited === null ? '' : ' edited'} ${row.review}` : 'none'
  }
  arrive(cell: string, text: string, kind: 'answer' | 'cannot-tell'): void {
    this.#put(cell, ++this.#ids, { id: this.#ids, kind, text, edited: null, review: 'draft' })
  }
  edit(cells: readonly string[], text: string, review?: CellReview): void {
    this.#change(cells, (row) => {
      const isUnknown = row?.kind === 'cannot-tell' && row.edited === null
      if (text === shown(row) || (isUnknown && text === '')) return row && review ? this.#judge(row, review) : (row ?? null)
      if (row?.kind === 'own' && text === '') return null
      const base = row ?? { id: ++this.#ids, kind: 'own' as const, text: '', edited: null, review: 'draft' as const }
      const edited = base.kind !== 'own' && text === base.text ? null : text
      return { ...base, edited, review: text === '' ? 'draft' : (review ?? 'draft') }
    })
  }
  review(cells: readonly string[], review: CellReview): void {
    this.#change(cells, (row) => (row ? this.#judge(row, review) : null))
  }
  /** Words that a person puts on the Questions screen into the newest answer, shown or not. */
  editAnswer(cell: string, edited: string): void {
    const row = this.newestAnswer(cell)
    if (!row || edited === shown(row)) return
    const after: ModelRow = { ...row, edited: edited === row.text ? null : edited, review: 'draft' }
    this.#put(cell, row.id, after)
    this.done.push({ noted: [{ cell, id: row.id, before: row, after }] })
    this.undone = []
  }
  newestAnswer(cell: string): ModelRow | undefined {
    return this.cells.get(cell)?.findLast(({ kind }) => kind !== 'own')
  }
  /** Both return the number of cells that keep what they have; `null`: there is nothing to undo or redo. */
  undo(): number | null {
    return this.#move(this.done, this.undone, 'after', 'before')
  }
  redo(): number | null {
    return this.#move(this.undone, this.done, 'before', 'after')
  }
  copy(): SheetModel {
    const other = new SheetModel()
    other.cells = new Map(this.cells)
    other.done = [...this.done]
    other.undone = [...this.undone]
    other.#ids = this.#ids
    return other
  }
  #judge(row: ModelRow, review: CellReview): ModelRow {
    const isEmpty = shown(row) === '' || (row.kind === 'cannot-tell' && row.edited === null)
    return isEmpty && review !== 'draft' ? row : { ...row, review }
  }
  #put(cell: string, id: number, row: ModelRow | null): void {
    const rows = this.cells.get(cell) ?? []
    const at = rows.findIndex((one) => one.id === id)
    this.cells.set(cell, at < 0 ? [...rows, ...(row ? [row] : [])] : rows.flatMap((one, index) => (index === at ? (row ?? []) : one)))
  }
  #change(cells: readonly string[], next: (row: ModelRow | undefined) => ModelRow | null): void {
    const noted = [...new Set(cells)].flatMap((cell): Noted[] => {
      const before = this.current(cell)
      const after = next(before)
      return same(before ?? null, after) ? [] : [{ cell, id: (before ?? after)?.id ?? 0, before: before ?? null, after }]
    })
    for (const { cell, id, after } of noted) this.#put(cell, id, after)
    if (noted.length === 0) return
    this.done.push({ noted })
    this.undone = []
  }
  #move(from: Change[], to: Change[], is: 'before' | 'after', becomes: 'before' | 'after'): number | null {
    const change = from.pop()
    if (!change) return null
    to.push(change)
    return change.noted.filter((one) => !this.#restore(one, one[is], one[becomes])).length
  }
  #restore({ cell, id }: Noted, is: ModelRow | null, becomes: ModelRow | null): boolean {
    const there = (this.cells.get(cell) ?? []).find((row) => row.id === id) ?? null
    if (same(there, becomes)) return true
    if (!same(there, is)) return false
    const before = this.current(cell)
    const isOther = before !== undefined && before.id !== id
    if (isOther && stays(before)) return false
    this.#put(cell, id, becomes)
    return !isOther || this.current(cell)?.id === id
  }
}
