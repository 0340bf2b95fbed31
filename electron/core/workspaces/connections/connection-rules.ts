import type { z } from 'zod'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import type { FieldRule } from '../../../../shared/base/field-rule.ts'
import { templateNames, templateProblem } from '../../../../shared/workspaces/body-templates.ts'
import { type ConnectionFile, connectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { defaultPageSize, readProduct, readProductProblems } from '../../../../shared/workspaces/product-reading-settings.ts'
import { markOf, readMark } from '../../../../shared/workspaces/redirect-addresses.ts'
import { type SettingName, settingNames, settingRange, type WorkspaceSettings } from '../../../../shared/workspaces/workspace-settings.ts'
import type { UnusableFile } from '../../../../shared/workspaces/workspaces-failures.ts'
import { isAllowedAddress, isLoopbackHost, normaliseBaseUrl } from '../../base/network/normalise-base-url.ts'
import { bucketProblems } from './bucket-rules.ts'
import { productAddressProblem } from './product-address-rules.ts'

/** Control and text-direction characters could make a terminal or a sheet show misleading text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const printableAscii = /^[\x20-\x7e]+$/
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

const redirectProblem = (text: string): FieldRule | null => {
  if (text.length > 500 || !URL.canParse(text) || /[\s#]/.test(text)) return { kind: 'redirect' }
  const url = new URL(text)
  if (['javascript:', 'data:', 'file:', 'blob:', 'about:'].includes(url.protocol)) return { kind: 'redirect-scheme' }
  if (url.username !== '' || url.password !== '') return { kind: 'no-user' }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return { kind: 'https-or-local' }
  return null
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text && isAllowedAddress(new URL(text))

const pathProblem = (path: string): FieldRule | null => {
  if (!/^\/(?!\/)[^\s?#\\]{0,500}$/.test(path) || path.split('/').includes('..')) return { kind: 'path' }
  return printableAscii.test(path) ? null : { kind: 'percent-encoded' }
}

type Problem = readonly [field: string, rule: FieldRule]
/** The fields of a connection that a person can change later. */
type Changeable = Pick<ConnectionFile, 'name' | 'paths' | 'templates' | 'rates' | 'readProduct'> & {
  readonly settings: { readonly [N in SettingName]?: WorkspaceSettings[N] | null | undefined }
}

const textProblem = (text: string): FieldRule | null =>
  deceptive.test(text) || text.length > 2_000 ? { kind: 'most-plain-characters', most: 2_000 } : null

/** Additional rules of text settings. */
const textRules: { readonly [N in SettingName]?: (text: string) => FieldRule | null } = {
  productAddress: productAddressProblem,
  background: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? null : { kind: 'color' }),
}

/** Requests a minute; a higher rate is a mistake. */
const mostRate = 1_000_000

/** The rules beyond the shape for what a connection file and the settings of a connection share, as pairs of field and rule. */
export const changeableProblems = function* (changed: Changeable): Generator<Problem> {
  const { name, paths, templates, rates, settings, readProduct: reading } = changed
  if (deceptive.test(name) || name.length > 200 || name.trim() === '') yield ['name', { kind: 'some-plain-characters', most: 200 }]
  for (const [key, path] of Object.entries(paths)) {
    const problem = path === undefined ? null : pathProblem(path)
    if (problem !== null) yield [`paths.${key}`, problem]
  }
  for (const key of templateNames) {
    const template = templates[key]
    const problem = template === undefined ? null : templateProblem(key, template)
    if (problem !== null) yield [`templates.${key}`, problem]
  }
  for (const [key, rate] of Object.entries(rates)) {
    if (rate != null && !(rate > 0 && rate <= mostRate)) yield [`rates.${key}`, { kind: 'rate' }]
  }
  for (const key of settingNames) {
    const value = settings[key]
    const problem = typeof value === 'string' ? (textRules[key] ?? textProblem)(value) : null
    if (problem !== null) yield [key, problem]
    const [least = 0, most = Number.POSITIVE_INFINITY] = settingRange(key) ?? []
    if (typeof value === 'number' && !(Number.isInteger(value) && value >= least && value <= most))
      yield [key, { kind: 'whole-number', least, most }]
  }
  if (reading) {
    // A size out of range is reported by a rule that names it, not by the shape.
    const { pageSize = defaultPageSize, ...rest } = reading
    const full = { ...readProduct.parse(rest), pageSize }
    for (const [key, problem] of readProductProblems(full)) yield [`readProduct.${key}`, problem]
  }
}

/** The rules beyond the shape, as pairs of field and rule. */
const problems = function* (file: ConnectionFile): Generator<Problem> {
  yield* changeableProblems({ ...file, settings: file })
  if (!printableAscii.test(file.clientId) || file.clientId.length > 500) yield ['clientId', { kind: 'most-plain-characters', most: 500 }]
  if (!printableAscii.test(file.clientSecret) || file.clientSecret.length > 4_000)
    yield ['clientSecret', { kind: 'most-plain-characters', most: 4_000 }]
  for (const [index, uri] of file.redirectUris.entries()) {
    const problem = redirectProblem(uri)
    if (problem !== null) yield [`redirectUris.${index}`, problem]
  }
  if (file.signInOrigin !== undefined && !isOrigin(file.signInOrigin)) yield ['signInOrigin', { kind: 'origin' }]
  if (new Set(file.redirectUris).size < file.redirectUris.length) yield ['redirectUris', { kind: 'no-repeats' }]
  if (!file.scopes.every((scope) => scopeToken.test(scope))) yield ['scopes', { kind: 'single-words' }]
  if (file.publishing.kind === 'base-url' && !/^https?:\/\//.test(file.publishing.baseUrl))
    yield ['publishing.baseUrl', { kind: 'web-address' }]
  if (file.publishing.kind === 's3') {
    for (const [field, problem] of bucketProblems(file.publishing)) yield [`publishing.${field}`, problem]
    const { accessKeyId = 'none', secretAccessKey = 'none' } = file.publishing.keys ?? {}
    if (!/^[\x21-\x7e]{1,2000}$/.test(accessKeyId) || !/^[\x21-\x7e]{1,2000}$/.test(secretAccessKey))
      yield ['publishing.keys', { kind: 'most-plain-characters', most: 2_000 }]
  }
}

/** Where the fields of a connection come from. */
type From = Extract<Failure, { kind: 'connection-file-unusable' }>['from']

/**
 * Data as a connection file with its base URL normalized. Throws AppError `invalid-connection-file` that names the field. Values are never
 * quoted: one of them is a secret.
 */
export const checkConnectionFile = (data: unknown, from: From): ConnectionFile => {
  const refuse = (problem: UnusableFile, cause?: unknown): AppError =>
    new AppError('invalid-connection-file', { kind: 'connection-file-unusable', from, problem }, { cause })

  const result = connectionFile.safeParse(data)
  if (!result.success) throw refuse(explainIssue(result.error))
  const file = result.data
  for (const [field, rule] of problems(file)) throw refuse({ field, rule })
  try {
    const baseUrl = normaliseBaseUrl(file.baseUrl)
    for (const [index, uri] of file.redirectUris.entries()) {
      const mark = readMark(uri)
      if (mark !== null && mark !== markOf(baseUrl))
        throw refuse({ field: `redirectUris.${index}`, rule: { kind: 'redirect-of-another', text: mark } })
    }
    return { ...file, baseUrl }
  } catch (error) {
    const { failure } = toAppError(error)
    if (failure.kind !== 'address-unusable') throw error
    throw refuse({ field: 'baseUrl', rule: { kind: 'workspace-address', address: failure.address, broken: failure.rule } }, error)
  }
}

const explainIssue = (error: z.ZodError): UnusableFile => {
  const issue = error.issues[0]
  const field = issue?.path.join('.') ?? ''
  if (field === '') return { form: 'no-fields' }
  if (field === 'packshot') return { field, rule: { kind: 'file-version' } }
  const isMissing = issue?.code === 'invalid_type' && /undefined/.test(issue.message)
  return { field, rule: { kind: isMissing ? 'missing' : 'invalid' } }
}
