import type { z } from 'zod'
import { templateNames, templateProblem } from '../../../shared/body-templates.ts'
import { type ConnectionFile, connectionFile } from '../../../shared/connection-file.ts'
import { AppError } from '../../../shared/errors.ts'
import { defaultPageSize, readProduct, readProductProblems } from '../../../shared/product-reading-settings.ts'
import { type SettingName, settingNames, type WorkspaceSettings } from '../../../shared/workspace-settings.ts'
import { isLoopbackHost, normaliseBaseUrl } from '../net/normalise-base-url.ts'
import { bucketProblems } from './bucket-rules.ts'
import { productAddressProblem } from './product-address-rules.ts'

/** Control and text-direction characters could make a terminal or a sheet show misleading text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const printableAscii = /^[\x20-\x7e]+$/
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

const redirectProblem = (text: string): string | null => {
  if (text.length > 500 || !URL.canParse(text) || /[\s#]/.test(text)) return 'is not an address that a sign-in can return to'
  const url = new URL(text)
  if (['javascript:', 'data:', 'file:', 'blob:', 'about:'].includes(url.protocol)) return 'has a scheme that a sign-in can’t return to'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password'
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return 'must use https or be on this computer'
  return null
}

const pathProblem = (path: string): string | null => {
  if (!/^\/(?!\/)[^\s?#\\]{0,500}$/.test(path) || path.split('/').includes('..')) return 'must begin with “/” and have no “?”, “#” or “..”'
  return printableAscii.test(path) ? null : 'must have plain characters only: write others percent-encoded'
}

type Problem = readonly [field: string, problem: string]
/** The fields of a connection that a person can change later. */
type Changeable = Pick<ConnectionFile, 'name' | 'paths' | 'templates' | 'rates' | 'readProduct'> & {
  readonly settings: { readonly [N in SettingName]?: WorkspaceSettings[N] | null | undefined }
}

const textProblem = (text: string): string | null =>
  deceptive.test(text) || text.length > 2_000 ? 'must have at most 2,000 plain characters' : null

/** Additional rules of text settings. */
const textRules: { readonly [N in SettingName]?: (text: string) => string | null } = { productAddress: productAddressProblem }

/** Requests a minute; a higher rate is a mistake. */
const mostRate = 1_000_000

/** The rules beyond the shape for what a connection file and the settings of a connection share, as pairs of field and problem. */
export const changeableProblems = function* (changed: Changeable): Generator<Problem> {
  const { name, paths, templates, rates, settings, readProduct: reading } = changed
  if (deceptive.test(name) || name.length > 200 || name.trim() === '') yield ['name', 'must be 1 to 200 plain characters']
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
    if (rate != null && !(rate > 0 && rate <= mostRate)) yield [`rates.${key}`, 'must be a number of requests a minute above 0']
  }
  for (const key of settingNames) {
    const value = settings[key]
    const problem = typeof value === 'string' ? (textRules[key] ?? textProblem)(value) : null
    if (problem !== null) yield [key, problem]
  }
  if (reading) {
    // A size out of range is reported by a rule that names it, not by the shape.
    const { pageSize = defaultPageSize, ...rest } = reading
    const full = { ...readProduct.parse(rest), pageSize }
    for (const [key, problem] of readProductProblems(full)) yield [`readProduct.${key}`, problem]
  }
}

/** The rules beyond the shape, as pairs of field and problem. */
const problems = function* (file: ConnectionFile): Generator<Problem> {
  yield* changeableProblems({ ...file, settings: file })
  if (!printableAscii.test(file.clientId) || file.clientId.length > 500) yield ['clientId', 'must be at most 500 plain characters']
  if (!printableAscii.test(file.clientSecret) || file.clientSecret.length > 4_000)
    yield ['clientSecret', 'must be at most 4,000 plain characters']
  for (const [index, uri] of file.redirectUris.entries()) {
    const problem = redirectProblem(uri)
    if (problem !== null) yield [`redirectUris.${index}`, problem]
  }
  if (new Set(file.redirectUris).size < file.redirectUris.length) yield ['redirectUris', 'names one address twice']
  if (!file.scopes.every((scope) => scopeToken.test(scope))) yield ['scopes', 'must be single words']
  if (file.publishing.kind === 'base-url' && !/^https?:\/\//.test(file.publishing.baseUrl))
    yield ['publishing.baseUrl', 'must be a web address']
  if (file.publishing.kind === 's3') {
    for (const [field, problem] of bucketProblems(file.publishing)) yield [`publishing.${field}`, problem]
    const { accessKeyId = 'none', secretAccessKey = 'none' } = file.publishing.keys ?? {}
    if (!/^[\x21-\x7e]{1,2000}$/.test(accessKeyId) || !/^[\x21-\x7e]{1,2000}$/.test(secretAccessKey))
      yield ['publishing.keys', 'must be at most 2,000 plain characters each']
  }
}

/**
 * Data as a connection file with its base URL normalized; `what` names the source in messages ("connection file").
 * Throws AppError `invalid-connection-file` that names the field. Values are never quoted: one of them is a secret.
 */
export const checkConnectionFile = (data: unknown, what: string): ConnectionFile => {
  const refuse = (field: string, problem: string, cause?: unknown): AppError =>
    new AppError('invalid-connection-file', `The ${what} can’t be used: ${field === '' ? '' : `“${field}” `}${problem}.`, { cause })

  const result = connectionFile.safeParse(data)
  if (!result.success) throw explainIssue(result.error, refuse)
  const file = result.data
  for (const [field, problem] of problems(file)) throw refuse(field, problem)
  try {
    return { ...file, baseUrl: normaliseBaseUrl(file.baseUrl) }
  } catch (error) {
    throw refuse('baseUrl', `is not right. ${error instanceof Error ? error.message.replace(/\.$/, '') : ''}`, error)
  }
}

const explainIssue = (error: z.ZodError, refuse: (field: string, problem: string) => AppError): AppError => {
  const issue = error.issues[0]
  const field = issue?.path.join('.') ?? ''
  if (field === 'packshot') return refuse('packshot', 'must be 1: it was made for another version of Packshot, or is not a connection file')
  if (field === '') return refuse('', 'it does not hold the fields of a connection')
  return refuse(field, issue?.code === 'invalid_type' && /undefined/.test(issue.message) ? 'is missing' : 'is not valid')
}
