import { AppError } from '../../shared/base/errors.ts'
import { operationName } from '../../shared/queue/operations.ts'
import { bodyTemplates, servicePaths } from '../../shared/workspaces/connection.ts'
import { type ConnectionChange, connectionChange, readRate } from '../../shared/workspaces/connections-contract.ts'
import { readProduct, readProductNames } from '../../shared/workspaces/product-reading-settings.ts'
import { type SettingName, settingKind, settingNames, settingOptions } from '../../shared/workspaces/workspace-settings.ts'

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

const readNumber = (key: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text))
    throw new AppError('usage', { kind: 'setting-not-a-number', setting: key, takes: 'whole-number' }, { kept: 'nothing-changed' })
  return Number(text)
}

const readSetting = (name: SettingName, text: string): string | boolean | number => {
  if (settingKind(name) === 'number') return readNumber(name, text)
  if (settingKind(name) === 'choice') return readWord(name, text, settingOptions(name))
  return settingKind(name) === 'switch' ? readWord(name, text, ['true', 'false']) === 'true' : text
}

const readValue = (key: string, text: string): unknown => {
  const setting = settingNames.find((name) => name === key)
  if (setting !== undefined && text !== '') return readSetting(setting, text)
  if (key === 'readProduct') return text === '' || readWord(key, text, ['on', 'off']) === 'off' ? null : {}
  if (key === 'readProduct.paging' && text !== '') return readWord(key, text, readProduct.shape.paging.unwrap().options)
  if (key === 'readProduct.pageSize' && text !== '') {
    return readNumber(key, text)
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
