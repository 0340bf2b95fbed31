import { AppError } from '../../../../shared/base/errors.ts'
import { operationName } from '../../../../shared/queue/operations.ts'
import { templateNames } from '../../../../shared/workspaces/body-templates.ts'
import { servicePaths } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { readProductNames } from '../../../../shared/workspaces/product-reading-settings.ts'
import { defaultRedirectUris } from '../../../../shared/workspaces/redirect-addresses.ts'
import { type SettingName, settingKind, settingNames } from '../../../../shared/workspaces/workspace-settings.ts'
import type { UnusableFile } from '../../../../shared/workspaces/workspaces-failures.ts'
import { checkConnectionFile } from './connection-rules.ts'
import { formatLinkPublishing, linkPublishingNames, readLinkPublishing } from './link-publishing.ts'

const largest = 16_384
const singles = [
  'packshot',
  'name',
  'baseUrl',
  'clientId',
  'clientSecret',
  'basicAuth',
  'signInOrigin',
  ...linkPublishingNames,
  ...settingNames,
  'readProduct',
] as const
const paths = servicePaths.keyof().options

const refuse = (problem: UnusableFile): AppError =>
  new AppError('invalid-connection-file', { kind: 'connection-file-unusable', from: 'link', problem })

/** True for links that `parseConnectionLink` reads; `packshot://oauth/callback`, the answer of a sign-in, is not. */
export const isConnectionLink = (text: string): boolean => /^packshot:\/\/connect\/?\?/i.test(text.trim())

/**
 * `packshot://connect?…` as a connection file. Parameters have the file's names: `name`, `baseUrl`, `clientId`, `clientSecret`,
 * `redirectUri` (repeatable), `signInOrigin`, `scope` (blanks between), `basicAuth` (`form`, `raw`), `publishing` (link-publishing.ts),
 * `path.<name>`, `template.<name>` (body-templates.ts), `rate.<operation>` (a number a minute, or `none`), each of shared/workspaces/workspace-settings.ts
 * (`true`, `false`, a choice or a text), `readProduct` (`true`: as the defaults say, `false`) and `readProduct.<name>` (shared/workspaces/product-reading-settings.ts).
 * Throws AppError `invalid-connection-file` that names the field.
 */
export const parseConnectionLink = (text: string): ConnectionFile => {
  const link = text.trim()
  if (link.length > largest) throw refuse({ form: 'too-long' })
  if (!isConnectionLink(link)) throw refuse({ form: 'no-link' })
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1).replace(/#.*$/s, ''))

  const single = (name: string): string | undefined => {
    const values = query.getAll(name)
    if (values.length > 1) throw refuse({ field: name, rule: { kind: 'once' } })
    return values[0]
  }
  for (const name of singles) single(name)
  const given = (kind: string, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (query.has(`${kind}.${name}`) ? [[name, single(`${kind}.${name}`)]] : [])))

  const redirectUris = query.getAll('redirectUri')
  const scopes = query.getAll('scope').flatMap((scope) => scope.split(' ').filter((word) => word !== ''))
  const version = single('packshot') ?? '1'
  return checkConnectionFile(
    {
      packshot: version === '1' ? 1 : version,
      name: single('name'),
      baseUrl: single('baseUrl'),
      clientId: single('clientId'),
      clientSecret: single('clientSecret'),
      ...(redirectUris.length > 0 ? { redirectUris } : {}),
      ...(scopes.length > 0 ? { scopes } : {}),
      basicAuth: single('basicAuth'),
      signInOrigin: single('signInOrigin'),
      ...(query.has('publishing') ? { publishing: readLinkPublishing(single) } : {}),
      paths: given('path', paths),
      templates: given('template', templateNames),
      rates: Object.fromEntries(
        operationName.options.flatMap((name) => (query.has(`rate.${name}`) ? [[name, parseRate(single(`rate.${name}`))]] : [])),
      ),
      ...Object.fromEntries(settingNames.map((name) => [name, parseSetting(name, single(name))])),
      readProduct: readReading(single, given('readProduct', readProductNames)),
    },
    'link',
  )
}

const parseRate = (text: string | undefined): number | null => (text === 'none' ? null : Number(text))

const parseFlag = (name: string, text: string | undefined): boolean | undefined => {
  if (text === undefined || text === 'true' || text === 'false') return text === undefined ? undefined : text === 'true'
  throw refuse({ field: name, rule: { kind: 'true-or-false' } })
}

const parseSetting = (name: SettingName, text: string | undefined): unknown =>
  settingKind(name) === 'switch' ? parseFlag(name, text) : settingKind(name) === 'number' && text !== undefined ? Number(text) : text

const readReading = (single: (name: string) => string | undefined, given: Readonly<Record<string, string | undefined>>): unknown => {
  const isOn = parseFlag('readProduct', single('readProduct'))
  if (isOn === false) return null
  if (isOn === undefined && Object.keys(given).length === 0) return undefined
  return given.pageSize === undefined ? given : { ...given, pageSize: Number(given.pageSize) }
}

/** A connection file as a link; `parseConnectionLink` gives the same file back. The link holds the client secret. */
export const formatConnectionLink = (file: ConnectionFile): string => {
  const query = new URLSearchParams({ name: file.name, baseUrl: file.baseUrl, clientId: file.clientId, clientSecret: file.clientSecret })
  if (file.redirectUris.join(' ') !== defaultRedirectUris.join(' ')) for (const uri of file.redirectUris) query.append('redirectUri', uri)
  query.set('scope', file.scopes.join(' '))
  if (file.signInOrigin !== undefined) query.set('signInOrigin', file.signInOrigin)
  if (file.basicAuth !== 'form') query.set('basicAuth', file.basicAuth)
  for (const [name, value] of formatLinkPublishing(file.publishing)) query.set(name, value)
  for (const name of paths) {
    const path = file.paths[name]
    if (path !== undefined) query.set(`path.${name}`, path)
  }
  for (const name of templateNames) {
    const template = file.templates[name]
    if (template !== undefined) query.set(`template.${name}`, template)
  }
  for (const name of operationName.options) {
    const rate = file.rates[name]
    if (rate !== undefined) query.set(`rate.${name}`, rate === null ? 'none' : String(rate))
  }
  for (const name of settingNames) if (file[name] !== undefined) query.set(name, String(file[name]))
  const { readProduct } = file
  if (readProduct !== undefined) query.set('readProduct', String(readProduct !== null))
  for (const name of readProductNames) {
    const value = readProduct?.[name]
    if (value !== undefined) query.set(`readProduct.${name}`, String(value))
  }
  return `packshot://connect?${query}`
}
