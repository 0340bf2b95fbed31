import { countOf } from '../base/number-words.ts'
import { defaultReadProductPath } from './product-reading-settings.ts'
import { type SettingName, settingNames } from './workspace-settings.ts'
import { describeSetting, settingWords } from './workspace-settings-words.ts'
import type { OfferDeparture } from './workspaces.ts'

const isSetting = (field: string): field is SettingName => (settingNames as readonly string[]).includes(field)

const plain: { readonly [N in SettingName]?: (value: string) => string | undefined } = {
  removePersonal: (value) =>
    value === 'false'
      ? 'Pictures are sent with the place they were taken at, serial numbers and names of people'
      : 'Place, serial numbers and names of people are removed from pictures',
  serviceAppends: (value) =>
    value === 'true'
      ? 'Attached pictures are added to a product’s list: nothing is removed from it'
      : 'Attaching replaces a product’s list',
  listEditors: (value) =>
    value === 'only-here' ? 'Lists of products are replaced without asking whether a colleague changed them' : undefined,
}

/** One line: how an offered connection departs from what is usual, or known of its workspace. */
export const describeDeparture = ({ field, value }: OfferDeparture): string => {
  const text = value ?? ''
  if (isSetting(field)) return plain[field]?.(text) ?? `${settingWords[field].name}: ${describeSetting(field, value)}`
  const [kind, name = ''] = field.split('.')
  switch (kind) {
    case 'path':
      return `Requests of “${name}” go to ${text}`
    case 'template':
      return `Requests of “${name}” have a form of their own`
    case 'rate':
      return value === null ? `No limit for requests of “${name}”` : `At most ${countOf(Number(value), 'request')} a minute of “${name}”`
    case 'readProduct':
      return value === null ? 'Lists of products can’t be read' : `Lists of products are read at ${text || defaultReadProductPath}`
    default:
      return text === 'raw' ? 'The secret is sent without encoding' : 'The secret is sent encoded'
  }
}
