import type { OperationName } from '../../shared/queue/operations.ts'
import { operationWords } from '../../shared/queue/operations-words.ts'
import type { TemplateName } from '../../shared/workspaces/body-templates.ts'
import { servicePaths } from '../../shared/workspaces/connection.ts'

/** Labels of a connection's paths; a path without one is shown by its own name. */
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

/** The default of each path; empty: no default. */
export const defaultPaths: Readonly<Record<string, string | undefined>> = servicePaths.parse({})
