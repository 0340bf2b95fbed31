import { isDeepStrictEqual } from 'node:util'
import { type Connection, servicePaths } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { type SettingName, settingNames, settingsAfter } from '../../../../shared/workspaces/workspace-settings.ts'
import type { OfferDeparture } from '../../../../shared/workspaces/workspaces.ts'

/** Turns a protection off: personal data stays in pictures, or lists are changed with fewer questions. */
const weakens = (name: SettingName, value: unknown): boolean =>
  (name === 'removePersonal' && value === false) ||
  (name === 'serviceAppends' && value === true) ||
  (name === 'listEditors' && value === 'only-here')

const usualPaths: Readonly<Record<string, string | undefined>> = servicePaths.parse({})

/** How a connection file departs from what is known of its workspace, or else from what is usual. */
export const findDepartures = (file: ConnectionFile, known: Connection | null): readonly OfferDeparture[] => {
  const found: OfferDeparture[] = []
  const add = (field: string, value: unknown, isWeaker = false): void =>
    void found.push({ field, value: value === null || value === undefined ? null : String(value), weakens: isWeaker })
  const before = known ?? settingsAfter({})
  const after = settingsAfter(file, known ?? {})
  for (const name of settingNames)
    if (file[name] !== undefined && after[name] !== before[name]) add(name, after[name], weakens(name, after[name]))
  const paths: Readonly<Record<string, string | undefined>> = known?.paths ?? usualPaths
  for (const [name, path] of Object.entries(file.paths)) if (path !== undefined && path !== paths[name]) add(`path.${name}`, path)
  const templates: Readonly<Record<string, string | undefined>> = known?.templates ?? {}
  for (const [name, template] of Object.entries(file.templates))
    if (template !== undefined && template !== templates[name]) add(`template.${name}`, template)
  const rates: Readonly<Record<string, number | null | undefined>> = known?.rates ?? {}
  for (const [name, rate] of Object.entries(file.rates)) if (rate !== undefined && rate !== rates[name]) add(`rate.${name}`, rate)
  const basicAuth = known?.credentials.kind === 'oauth' ? known.credentials.basicAuth : 'form'
  if (file.basicAuth !== basicAuth) add('basicAuth', file.basicAuth)
  if (
    file.readProduct !== undefined &&
    (known === null || !isDeepStrictEqual({ ...known.readProduct, ...file.readProduct }, known.readProduct))
  )
    add('readProduct', file.readProduct === null ? null : (file.readProduct.path ?? ''))
  return found
}
