import type { SettingName, WorkspaceSettings } from '../workspace-settings.ts'
import { editorWords } from './product-lists.ts'

/** All that people read about a setting of a workspace. */
export type SettingWords<V = unknown> = {
  readonly name: string
  /** Below the name; `value`: as it is set. */
  readonly about: (value: V) => string
  /** What a choice says, and the one that counts while nothing is chosen. */
  readonly options?: Readonly<Record<string, string>>
  readonly byDefault?: string
  /** Of a text: its field, what an empty field shows, its button. */
  readonly field?: string
  readonly placeholder?: string
  readonly save?: string
  /** What the command shows where nothing is set. */
  readonly unset?: string
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
  serviceAppends: {
    name: 'PATCH appends to lists',
    about: () =>
      'Turn on if this workspace adds pictures instead of replacing the list. When you switch, Packshot asks about each list again.',
  },
}

/** A setting as the command shows it. */
export const describeSetting = (name: SettingName, value: unknown): string =>
  value === null ? (settingWords[name].unset ?? 'not stated') : String(value)
