import type { TemplateName } from '../../shared/body-templates.ts'
import { servicePaths } from '../../shared/connection.ts'
import type { OperationName } from '../../shared/operations.ts'
import { operationWords } from '../../shared/words/operations.ts'

/** What each path of a connection is for; a path that is not named here is shown by its own name. */
const pathLabels: Readonly<Record<string, string>> = {
  analyse: 'Ask about a picture',
  sources: 'Create a source',
  products: 'Products',
  command: 'Write text',
  tones: 'Brand voices',
  templates: 'Templates',
  knowledge: 'Knowledge items',
}

const templateLabels: Readonly<Record<TemplateName, string>> = {
  createProduct: 'Create a product',
  updateProduct: 'Update a product',
  command: 'Write text',
}

export const labelPath = (name: string): string => pathLabels[name] ?? name
export const labelOperation = (name: string): string =>
  Object.hasOwn(operationWords, name) ? operationWords[name as OperationName].setting : name
export const labelTemplate = (name: TemplateName): string => templateLabels[name]

/** What a path is where nothing else is set; empty: there is none. */
export const defaultPaths: Readonly<Record<string, string | undefined>> = servicePaths.parse({})
