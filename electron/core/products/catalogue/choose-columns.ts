import { AppError } from '../../../../shared/base/errors.ts'
import type { ListColumns } from '../../../../shared/products/catalogue.ts'
import { type ColumnRole, columnRoles } from '../../../../shared/products/column-roles.ts'
import { foldName } from '../../base/database/fold-name.ts'

type Named = Readonly<Partial<Record<ColumnRole, string>>>

const findColumn = (headers: readonly string[], named: string): number => {
  const number = /^#(\d{1,4})$/.exec(named.trim())?.[1]
  if (number !== undefined && Number(number) >= 1 && Number(number) <= headers.length) return Number(number) - 1
  const wanted = foldName(named.trim())
  const at = headers.findIndex((header) => foldName(header) === wanted)
  if (at < 0) throw new AppError('usage', { kind: 'list-column-unknown', named, headers }, { kept: 'nothing-changed' })
  return at
}

/**
 * The columns that a person named by header or number, and the known ones for the rest. An empty name takes a role away. A column that
 * was named for one role is no longer a known one's.
 */
export const chooseColumns = (headers: readonly string[], known: ListColumns, named: Named): ListColumns => {
  const chosen: ListColumns = {}
  for (const role of columnRoles) {
    const header = named[role]
    if (header !== undefined && header.trim() !== '') chosen[role] = findColumn(headers, header)
  }
  const taken = new Set(Object.values(chosen))
  for (const role of columnRoles) {
    const column = known[role]
    if (named[role] === undefined && column !== undefined && !taken.has(column)) chosen[role] = column
  }
  return chosen
}
