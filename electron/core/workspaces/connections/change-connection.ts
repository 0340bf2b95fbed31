import type { FieldProblem } from '../../../../shared/base/field-rule.ts'
import { bodyTemplates, type Connection, servicePaths } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionChange } from '../../../../shared/workspaces/connections-contract.ts'
import { type ReadProduct, readProduct } from '../../../../shared/workspaces/product-reading-settings.ts'
import { settingsAfter } from '../../../../shared/workspaces/workspace-settings.ts'
import { changeableProblems } from './connection-rules.ts'

/** `changed` is the whole new connection; with a problem it must not be used. */
export type ChangedConnection =
  | { readonly kind: 'changed'; readonly connection: Connection }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }

type Entries<T> = { readonly [Key in keyof T]?: T[Key] | null | undefined }

/** Applies new values over the current ones; `null` removes one, so that the default applies. */
const merge = <T extends object>(before: T, change: Entries<T> | undefined): Partial<T> =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined)) as Partial<T>

const mergeRates = (before: Connection['rates'], change: ConnectionChange['rates']): Connection['rates'] =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, rate]) => rate !== undefined && rate !== 'unstated'))

const mergeReading = (before: Connection['readProduct'], change: ConnectionChange['readProduct']): Partial<ReadProduct> | null => {
  if (change === undefined) return before ?? null
  return change === null ? null : merge<ReadProduct>(before ?? readProduct.parse({}), change)
}

/** Applies a person's changes to a connection, by the rules of a connection file (connection-rules.ts). */
export const changeConnection = (connection: Connection, change: ConnectionChange): ChangedConnection => {
  const name = change.name?.trim() ?? connection.name
  const paths = merge(connection.paths, change.paths)
  const templates = merge(connection.templates, change.templates)
  const rates = mergeRates(connection.rates, change.rates)
  const settings = settingsAfter(change, connection)
  const reading = mergeReading(connection.readProduct, change.readProduct)
  const problems = [...changeableProblems({ name, paths, templates, rates, settings, readProduct: reading })].map(([field, rule]) => ({
    field,
    rule,
  }))
  if (problems.length > 0) return { kind: 'refused', problems }
  const { readProduct: _, ...rest } = connection
  return {
    kind: 'changed',
    connection: {
      ...rest,
      ...(reading === null ? {} : { readProduct: readProduct.parse(reading) }),
      name,
      paths: servicePaths.parse(paths),
      templates: bodyTemplates.parse(templates),
      rates,
      ...settings,
    },
  }
}
