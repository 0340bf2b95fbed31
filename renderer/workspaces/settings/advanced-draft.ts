import type { FieldProblem } from '../../../shared/base/field-rule.ts'
import { operationName } from '../../../shared/queue/operations.ts'
import { type TemplateName, templateNames } from '../../../shared/workspaces/body-templates.ts'
import { bodyTemplates, type Connection, servicePaths } from '../../../shared/workspaces/connection.ts'
import { type ConnectionChange, formatRate, type RateChange, readRate } from '../../../shared/workspaces/connections-contract.ts'
import { defaultPaths } from '../../settings/setting-labels.ts'

export const pathNames = servicePaths.keyof().options
export const shownTemplates = templateNames.filter((name) => name in bodyTemplates.shape)

/** The fields as they are typed. An empty path means the default. */
export type AdvancedDraft = {
  readonly paths: Readonly<Record<string, string>>
  readonly rates: Readonly<Record<string, string>>
  readonly templates: Readonly<Record<TemplateName, string>>
}

export const toDraft = ({ paths, rates, templates }: Connection): AdvancedDraft => ({
  paths: Object.fromEntries(pathNames.map((name) => [name, paths[name] ?? ''])),
  rates: Object.fromEntries(operationName.options.map((name) => [name, formatRate(rates[name])])),
  templates,
})

/** Returns the input as a change, or the problem with a rate. The core checks everything else. */
export const toChange = (
  draft: AdvancedDraft,
): { readonly change: Pick<ConnectionChange, 'paths' | 'rates' | 'templates'>; readonly problems: readonly FieldProblem[] } => {
  const rates = operationName.options.map((name) => [name, readRate(draft.rates[name] ?? '')] as const)
  const unread = rates.filter(([, rate]) => rate === undefined)
  return {
    change: {
      paths: Object.fromEntries(
        pathNames.map((name) => {
          const path = (draft.paths[name] ?? '').trim()
          return [name, path === '' || path === defaultPaths[name] ? null : path]
        }),
      ),
      rates: Object.fromEntries(rates) as Record<(typeof operationName.options)[number], RateChange>,
      templates: draft.templates,
    },
    problems: unread.map(([name]) => ({ field: `rates.${name}`, rule: { kind: 'typed-rate' } })),
  }
}
