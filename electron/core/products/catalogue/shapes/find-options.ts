import { foldName } from '../../../base/database/fold-name.ts'
import { foldHeader } from './shape.ts'

/** A column with values of an option. `name`: its name, or the column with it. `isCombined`: its cells have names and values, such as `Color=Red;Size=S`. */
export type OptionColumn = { readonly name: number | string; readonly value: number; readonly isCombined?: boolean }

export type Option = readonly [name: string, value: string]

const optionWords = 'option options attribute attributes attribut variation variations variant eigenschaft merkmal'.split(' ')
const nameWords = 'name names type label'.split(' ')
const valueWords = 'value values wert werte'.split(' ')
/** In one word. */
const joined: Readonly<Record<string, readonly [rest: string, part: 'name' | 'value']>> = {
  variationsname: ['variation', 'name'],
  variationswert: ['variation', 'value'],
  variationswertname: ['variation', 'value'],
  attributname: ['attribut', 'name'],
  attributwert: ['attribut', 'value'],
  optionname: ['option', 'name'],
  optionvalue: ['option', 'value'],
}
/** Columns whose cells have the names of options, too. */
const combinedHeaders =
  'options relationshipdetails variantvalues variantoptions variantattributes variationattributes combination configuratoroptions producttemplateattributevalueids'.split(
    ' ',
  )

export const isCombinedHeader = (header: string): boolean => combinedHeaders.includes(foldHeader(header))

const toWords = (header: string): string[] =>
  foldName(header.slice(0, 200))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** `Option Name 1` → `option 1`, `name`; `Value (Value:Position)` → ``, `value`. */
const partOf = (header: string): { readonly rest: string; readonly part: 'name' | 'value' } | undefined => {
  const all = toWords(header.split('(')[0] ?? '')
  const words = all.flatMap((word) => joined[word] ?? [word])
  const part = words.some((word) => valueWords.includes(word))
    ? 'value'
    : words.some((word) => nameWords.includes(word))
      ? 'name'
      : undefined
  if (part === undefined && !(words.length === 1 && optionWords.includes(words[0] ?? ''))) return undefined
  const rest = words.filter((word) => !nameWords.includes(word) && !valueWords.includes(word))
  return { rest: rest.filter((word) => word !== 'attribute' || rest.length > 1).join(' '), part: part ?? 'name' }
}

/** Columns of options in any list: pairs of a name and a value, `Attribute Color`, and cells that have both. `free`: has no role. */
export const findOptions = (headers: readonly string[], isFree: (column: number) => boolean): OptionColumn[] => {
  const parts = headers.map((header, at) => (isFree(at) ? partOf(header) : undefined))
  const isOption = (rest: string): boolean => rest === '' || rest.split(' ').some((word) => optionWords.includes(word))
  return headers.flatMap((header, value): OptionColumn[] => {
    if (!isFree(value)) return []
    if (isCombinedHeader(header)) return [{ name: value, value, isCombined: true }]
    const one = parts[value]
    const name = one?.part === 'value' ? parts.findIndex((other) => other?.part === 'name' && other.rest === one.rest) : -1
    if (one && name >= 0 && isOption(one.rest) && (one.rest !== '' || optionWords.includes(toWords(headers[name] ?? '')[0] ?? '')))
      return [{ name, value }]
    const all = toWords(header)
    // `variants.attributes.color`
    const words = all[0] === 'variants' && all[1] === 'attributes' ? ['attribute', ...all.slice(2)] : all
    const isCalled = words.length === 2 && ['attribute', 'attribut', 'option'].includes(words[0] ?? '') && !/^\p{N}+$/u.test(words[1] ?? '')
    return isCalled && one === undefined
      ? [
          {
            name: header
              .trim()
              .split(/[\s:_-]+/)
              .slice(1)
              .join(' '),
            value,
          },
        ]
      : []
  })
}

const split = (text: string, separators: readonly string[]): string[] => {
  const separator = separators.find((one) => text.includes(one))
  return separator === undefined ? [text] : text.split(separator)
}

/** A value without the color of its sample: `Red[#ff0000]` (BigCommerce), `#FF0000:Red` (Wix). */
export const withoutSample = (value: string): string => value.replace(/\[#[0-9a-fA-F]{3,8}\]$/, '').replace(/^#[0-9a-fA-F]{3,8}:/, '')

/** `Type=Swatch|Name=Color|Value=Red` (BigCommerce), `Color=Red;Size=S` (eBay), `Color: Red, Size: S` (Odoo). A value that is a list is no variant’s. */
export const readCombined = (text: string): Option[] => {
  const isNamed = text.includes('Name=') && text.includes('Value=')
  const pairs = split(text, isNamed ? ['|'] : [';', ', ', '|']).flatMap((part): Option[] => {
    const at = [...part].findIndex((letter) => letter === '=' || letter === ':')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : []
  })
  if (!isNamed) return pairs.filter(([, value]) => value !== '' && !value.includes('|'))
  return pairs.flatMap(([key, value], at): Option[] => {
    const next = pairs.slice(at + 1).find(([other]) => other === 'Value' || other === 'Name')
    return key === 'Name' && next?.[0] === 'Value' && value !== '' && next[1] !== '' ? [[value, withoutSample(next[1])]] : []
  })
}

const isNumberOrKind = (text: string): boolean => /^(?:\d+|select|color|radio)$/.test(text)

/** PrestaShop’s `Size:select:0, Color:color:1` with `S:0, Red:0`: as many values as names, each with its place. */
export const readListed = (name: string, value: string): Option[] | undefined => {
  if (!/:\d+$/.test(name.trim()) || !/:\d+$/.test(value.trim())) return undefined
  const withoutPlace = (text: string): string => {
    const parts = text.trim().split(':')
    while (parts.length > 1 && isNumberOrKind(parts.at(-1) ?? '')) parts.pop()
    return parts.join(':').trim()
  }
  const [names, values] = [name.split(',').map(withoutPlace), value.split(',').map(withoutPlace)]
  return names.length === values.length ? names.map((one, at): Option => [one, values[at] ?? '']) : undefined
}
