import type { SettingName, WorkspaceSettings } from '../workspace-settings.ts'
import { countOf } from './numbers.ts'
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
  serviceAppends: {
    name: 'PATCH appends to lists',
    about: () =>
      'Turn on if this workspace adds pictures instead of replacing the list. When you switch, Packshot asks about each list again.',
  },
}

/** A setting as the command shows it. */
export const describeSetting = (name: SettingName, value: unknown): string =>
  value === null ? (settingWords[name].unset ?? 'not stated') : String(value)
