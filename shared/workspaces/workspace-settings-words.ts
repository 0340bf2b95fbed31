import { countOf, formatCount } from '../base/number-words.ts'
import { defaultJpegQuality } from '../pictures/accepted-pictures.ts'
import { editorWords } from '../products/attached-lists-words.ts'
import type { SettingName, WorkspaceSettings } from './workspace-settings.ts'

/** All texts about a workspace's settings. */
export type SettingWords<V = unknown> = {
  readonly name: string
  /** Below the name; `value`: the current value. */
  readonly about: (value: V) => string
  /** The label of each choice, and the default. */
  readonly options?: Readonly<Record<string, string>>
  readonly byDefault?: string
  /** For a text: its field, placeholder and button. */
  readonly field?: string
  readonly placeholder?: string
  readonly save?: string
  /** Shown by the command if nothing is set. */
  readonly unset?: string
}

/** File sizes of photos by quality, as a share of those with the default (measured with 4:4:4 colors). */
const sizes = [
  [1, 0.06],
  [20, 0.2],
  [40, 0.32],
  [60, 0.43],
  [70, 0.52],
  [80, 0.67],
  [85, 0.79],
  [90, 1],
  [95, 1.45],
  [100, 3.5],
] as const

const sizeOf = (quality: number): number => {
  const above = sizes.findIndex(([at]) => at >= quality)
  const [high, most] = sizes[above] ?? sizes[sizes.length - 1] ?? [100, 1]
  const [low, least] = sizes[above - 1] ?? [high, most]
  return low === high ? most : least + ((most - least) * (quality - low)) / (high - low)
}

/** Effect of a JPEG quality on file size and appearance. */
const describeQuality = (quality: number): string => {
  const part = sizeOf(quality)
  const size =
    quality === defaultJpegQuality
      ? 'The usual choice: differences are hard to see'
      : part < 1
        ? `Files are about ${Math.max(5, Math.round((1 - part) * 20) * 5)} % smaller than with ${defaultJpegQuality}`
        : `Files are about ${Math.max(1.1, Math.round(part * 10) / 10)} times as large as with ${defaultJpegQuality}`
  const look = quality < 60 ? ', and the loss can be seen' : quality < 80 ? ', and fine detail gets softer' : ''
  return `${size}${look}.`
}

export const settingWords: { readonly [N in SettingName]: SettingWords<WorkspaceSettings[N]> } = {
  listEditors: {
    name: editorWords.question,
    about: (editors) => editorWords.meanings[editors ?? 'sometimes'],
    options: editorWords.names,
    byDefault: 'sometimes',
    unset: 'not stated (as “sometimes”)',
  },
  productAddress: {
    name: 'Product page',
    about: () => 'The address of a product in the workspace, with {productId} in place of its ID.',
    field: 'Address of a product’s page',
    placeholder: 'https://…/{productId}',
    save: 'Save page',
  },
  stopAfter: {
    name: 'Stop after',
    about: (requests) =>
      requests === null
        ? 'A number of questions, after which Packshot stops asking until you continue. Empty: it does not stop.'
        : `After ${countOf(requests, 'question')} Packshot stops asking until you continue. A change starts the count again.`,
    field: 'Questions sent in one go',
    placeholder: 'No limit',
    save: 'Save limit',
    unset: 'never',
  },
  jpegQuality: {
    name: 'Quality of converted JPEGs',
    about: (quality) => `${describeQuality(quality ?? defaultJpegQuality)} Uploaded pictures stay as they are until you send them again.`,
    field: 'JPEG quality, 1 to 100',
    placeholder: String(defaultJpegQuality),
    save: 'Save quality',
    unset: `${defaultJpegQuality} (the default)`,
  },
  removePersonal: {
    name: 'Remove location and personal metadata',
    about: (removes) =>
      removes
        ? 'Uploads don’t contain the GPS position, camera serial numbers, owner’s name or names of people shown. Copyright and descriptions stay. Your own files don’t change.'
        : 'Pictures are uploaded with all of their metadata, including the GPS position.',
  },
  longestEdge: {
    name: 'Longest edge',
    about: (pixels) =>
      pixels === null
        ? 'Scales larger pictures down to this many pixels before upload. Leave empty to keep their size.'
        : `Scales pictures with an edge over ${countOf(pixels, 'pixel')} down before upload.`,
    field: 'Longest edge in pixels',
    placeholder: 'Any size',
    save: 'Save edge',
    unset: 'any size',
  },
  largestFile: {
    name: 'File size limit',
    about: (kilobytes) =>
      kilobytes === null
        ? 'Lowers the quality of larger files until they fit. In kB (1,000 bytes). Leave empty for no limit.'
        : `Lowers the quality of files over ${formatCount(kilobytes)} kB until they fit.`,
    field: 'File size limit in kB',
    placeholder: 'No limit',
    save: 'Save file size',
    unset: 'no limit',
  },
  background: {
    name: 'Background for transparent pictures',
    about: (color) =>
      color === null
        ? 'Replaces transparency with a color, and uploads a JPEG. Leave empty to upload a transparent PNG.'
        : `Replaces transparency with ${color}, and uploads a JPEG.`,
    field: 'Color, such as #ffffff',
    placeholder: 'None',
    save: 'Save color',
    unset: 'none',
  },
  serviceAppends: {
    name: 'PATCH appends to lists',
    about: () =>
      'Turn on if this workspace adds pictures instead of replacing the list. When you switch, Packshot asks about each list again.',
  },
}

/** A setting as the command shows it. */
export const describeSetting = (name: SettingName, value: unknown): string =>
  value === null ? (settingWords[name].unset ?? 'not stated') : String(value)
