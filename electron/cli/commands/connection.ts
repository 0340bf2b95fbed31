import type { Command } from 'commander'
import { bodyTemplates, type Connection, servicePaths } from '../../../shared/connection.ts'
import { type ConnectionChange, connectionChange, formatRate, readRate } from '../../../shared/contract/connections.ts'
import { AppError } from '../../../shared/errors.ts'
import { operationName } from '../../../shared/operations.ts'
import { readProduct, readProductNames } from '../../../shared/product-reading-settings.ts'
import { describeSetting } from '../../../shared/words/workspace-settings.ts'
import { type SettingName, settingKind, settingNames, settingOptions } from '../../../shared/workspace-settings.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'

const groups: Readonly<Record<string, readonly string[]>> = {
  paths: servicePaths.keyof().options,
  templates: bodyTemplates.keyof().options,
  rates: operationName.options,
  readProduct: readProductNames,
}
const singles = ['name', ...settingNames, 'readProduct']
const keys = [...singles, ...Object.entries(groups).flatMap(([group, names]) => names.map((name) => `${group}.${name}`))]

const readWord = <T extends string>(key: string, text: string, words: readonly T[]): T => {
  const found = words.find((word) => word === text)
  if (found === undefined)
    throw new AppError('usage', { kind: 'setting-value-unknown', setting: key, values: words }, { kept: 'nothing-changed' })
  return found
}

const readSetting = (name: SettingName, text: string): string | boolean => {
  if (settingKind(name) === 'choice') return readWord(name, text, settingOptions(name))
  return settingKind(name) === 'switch' ? readWord(name, text, ['true', 'false']) === 'true' : text
}

const readValue = (key: string, text: string): unknown => {
  const setting = settingNames.find((name) => name === key)
  if (setting !== undefined && text !== '') return readSetting(setting, text)
  if (key === 'readProduct') return text === '' || readWord(key, text, ['on', 'off']) === 'off' ? null : {}
  if (key === 'readProduct.paging' && text !== '') return readWord(key, text, readProduct.shape.paging.unwrap().options)
  if (key === 'readProduct.pageSize' && text !== '') {
    if (!/^\d{1,9}$/.test(text))
      throw new AppError('usage', { kind: 'setting-not-a-number', setting: key, takes: 'whole-number' }, { kept: 'nothing-changed' })
    return Number(text)
  }
  if (!key.startsWith('rates.')) return key === 'name' || text !== '' ? text : null
  const rate = readRate(text)
  if (rate === undefined)
    throw new AppError('usage', { kind: 'setting-not-a-number', setting: key, takes: 'rate' }, { kept: 'nothing-changed' })
  return rate
}

/** Parses `key=value…` as a change; an empty value resets to the default. Throws AppError `usage`. */
export const readConnectionChange = (settings: readonly string[]): ConnectionChange => {
  const change: Record<string, unknown> = {}
  for (const setting of settings) {
    const at = setting.indexOf('=')
    const key = at < 0 ? setting : setting.slice(0, at)
    if (at < 0 || !keys.includes(key)) throw new AppError('usage', { kind: 'setting-unknown', settings: keys }, { kept: 'nothing-changed' })
    const value = readValue(key, setting.slice(at + 1))
    const [group = '', name] = key.split('.')
    const before = change[group] as object | null | undefined
    if (name !== undefined) change[group] = { ...before, [name]: value }
    else change[group] = typeof value === 'object' && value !== null ? { ...before, ...value } : value
  }
  return connectionChange.parse(change)
}

const describe = (connection: Connection): string[] =>
  formatTable(
    ['KEY', 'VALUE'],
    [
      ['name', connection.name],
      ['baseUrl', connection.baseUrl],
      ...settingNames.map((name) => [name, describeSetting(name, connection[name])]),
      ['readProduct', connection.readProduct ? 'on' : 'off'],
      ...Object.entries(connection.readProduct ?? {}).map(([name, value]) => [`readProduct.${name}`, String(value)]),
      ...Object.entries(connection.paths).map(([name, path]) => [`paths.${name}`, path ?? '']),
      ...operationName.options.map((name) => [`rates.${name}`, formatRate(connection.rates[name]) || 'not stated']),
      ...Object.entries(connection.templates).map(([name, text]) => [`templates.${name}`, printable(text)]),
    ],
  )

export const addConnectionCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('connection')
    .description('what the workspace is set to: name, product lists, reading products, paths, bodies of requests, rates')
    .option('--set <key=value...>', 'change it; an empty value goes back to the default')
    .action((options: { readonly set?: readonly string[] }) =>
      withCore({ access: options.set ? 'write' : 'read' }, async ({ client }) => {
        const change = readConnectionChange(options.set ?? [])
        const found = options.set ? await client.connections.change(change) : { problems: [], view: await client.session.get() }
        const { connection } = found.view
        if (!connection) throw new AppError('no-connection', { kind: 'no-workspace' })
        if (found.problems.length > 0)
          throw new AppError('usage', { kind: 'settings-refused', problems: found.problems }, { kept: 'nothing-changed' })
        const { name, baseUrl, readProduct: reading = null, paths, rates, templates } = connection
        const settings = Object.fromEntries(settingNames.map((key) => [key, connection[key]]))
        const shown = { name, baseUrl, ...settings, readProduct: reading, paths, rates, templates }
        output().result(shown, () => describe(connection))
        return exitCodes.done
      }),
    )
}
