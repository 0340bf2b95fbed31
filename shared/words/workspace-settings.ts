import { defaultJpegQuality } from '../accepted-pictures.ts'
import type { SettingName, WorkspaceSettings } from '../workspace-settings.ts'
import { countOf, formatCount } from './numbers.ts'
import { editorWords } from './product-lists.ts'

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

/** What a quality means for file sizes and for the eye. */
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
    about: (quality) => `${describeQuality(quality ?? defaultJpegQuality)} Pictures that are uploaded already stay as they are.`,
    field: 'JPEG quality, 1 to 100',
    placeholder: String(defaultJpegQuality),
    save: 'Save quality',
    unset: `${defaultJpegQuality} (the default)`,
  },
  removePersonal: {
    name: 'Remove location and personal metadata',
    about: (removes) =>
      removes
        ? 'Where a picture was taken, serial numbers of the camera and its owner’s name are left out of what is sent. Copyright and texts stay, and so do your own files.'
        : 'Pictures are sent with all of their metadata, also with the location where they were taken.',
  },
  longestEdge: {
    name: 'Longest edge',
    about: (pixels) =>
      pixels === null
        ? 'Larger pictures are scaled down to this many pixels before they are sent. Empty: they keep their size.'
        : `Pictures with an edge over ${countOf(pixels, 'pixel')} are scaled down before they are sent.`,
    field: 'Longest edge in pixels',
    placeholder: 'Any size',
    save: 'Save edge',
    unset: 'any size',
  },
  largestFile: {
    name: 'Largest file',
    about: (kilobytes) =>
      kilobytes === null
        ? 'The quality of larger files is lowered until they fit. In kB of 1,000 bytes. Empty: any size is sent.'
        : `The quality of files over ${formatCount(kilobytes)} kB is lowered until they fit.`,
    field: 'Largest file in kB',
    placeholder: 'Any size',
    save: 'Save size',
    unset: 'any size',
  },
  background: {
    name: 'Background of transparent pictures',
    about: (color) =>
      color === null
        ? 'A color takes the place of transparency, so that a JPEG is sent. Empty: transparency stays, and a PNG is sent.'
        : `Transparent parts become ${color}, and a JPEG is sent.`,
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
