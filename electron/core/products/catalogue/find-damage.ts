import type { ListColumns } from '../../../../shared/products/catalogue.ts'
import type { ColumnRole } from '../../../../shared/products/column-roles.ts'
import { readGtin } from '../../../../shared/products/gtin.ts'
import type { DamageKind } from '../../../../shared/products/list-dialects.ts'
import type { ColumnDamage } from '../../../../shared/products/list-form.ts'
import { nameColumn } from './read-entry.ts'
import type { RawRow } from './reading/raw-rows.ts'

const month = /^(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)$/i

/** A whole day with a year of this age, in the orders of spreadsheets. */
const wholeDate = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})$/

/** `3-Mar`, `Mar-05`, `03. Mrz` and `03.03.2026`: what a spreadsheet shows of 3-3. */
const isDate = (value: string): boolean => {
  if (value.length > 12) return false
  if (wholeDate.test(value)) return true
  const parts = value.split(/[-./ ]+/).filter((part) => part !== '')
  const names = parts.filter((part) => month.test(part)).length
  return names === 1 && parts.length >= 2 && parts.length <= 3 && parts.every((part) => month.test(part) || /^\d{1,4}$/.test(part))
}

/** Cyrillic and Greek letters that look like Latin ones. */
const looksLatin = /[АВЕЅІЈКМНОРСТУХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο]/
const latin = /[A-Za-z]/
const entity = /&(?:amp|quot|apos|lt|gt|nbsp|[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,5});/i
/** UTF-8 that was read as Windows-1252 and saved again: `Ã¼`, `â€“`; and letters of DOS that were: `Gr”áe`. */
const garbled = /[a-z][„”][a-zá]|[\u0081\u008D\u008F\u0090\u009D]|Ã[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|Â[\u00A0-\u00BF]/
const oddSpaces = /^\s|\s$|[\u00A0\u200B\uFEFF]/

/** What is damaged in a cell that a product is known by. */
const damagesOf = (cell: string, role: ColumnRole): DamageKind[] => {
  const value = cell.trim()
  if (value === '') return []
  const found: DamageKind[] = []
  const isNumber = role === 'sku' || role === 'gtin'
  if (role === 'sku' && isDate(value)) found.push('date')
  if (isNumber && /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(value)) found.push('shortened')
  if (role === 'gtin') {
    const gtin = readGtin(value)
    if (gtin.kind === 'gtin' && gtin.hadLostZeros) found.push('zeros-lost')
  }
  if (isNumber && /^'\d/.test(value)) found.push('apostrophe')
  if (isNumber && oddSpaces.test(cell)) found.push('spaces')
  // Letters of another alphabet alone may be meant, unless the column has Latin ones elsewhere.
  if (role === 'sku' && looksLatin.test(value)) found.push('look-alike')
  if ((role === 'sku' || role === 'name' || role === 'handle') && entity.test(value)) found.push('entities')
  if (garbled.test(value)) found.push('garbled')
  if (value.includes('\uFFFD') || value.includes('\0')) found.push('letters-lost')
  return found
}

const looked = ['sku', 'gtin', 'name', 'handle', 'productId'] as const satisfies readonly ColumnRole[]

/** Notes damage in the columns that name products, while their rows are read. Nothing is changed. */
export const createDamageFinder = (headers: readonly string[], columns: ListColumns) => {
  const found = new Map<string, ColumnDamage & { readonly at: number }>()
  const withLatin = new Set<number>()
  const roles = looked.flatMap((role) => {
    const column = columns[role]
    return column === undefined ? [] : [{ role, column }]
  })
  return {
    look: ({ row, cells }: RawRow): void => {
      for (const { role, column } of roles) {
        const cell = cells[column]
        if (!cell) continue
        if (latin.test(cell)) withLatin.add(column)
        for (const kind of damagesOf(cell, role)) {
          const key = `${kind} ${column}`
          const known = found.get(key)
          const first = { column: nameColumn(headers, column), at: column, kind, cells: 0, row, example: cell.slice(0, 100) }
          found.set(key, { ...(known ?? first), cells: (known?.cells ?? 0) + 1 })
        }
      }
    },
    damage: (): readonly ColumnDamage[] =>
      [...found.values()].flatMap(({ at, ...one }) => (one.kind === 'look-alike' && !withLatin.has(at) ? [] : [one])),
  }
}
