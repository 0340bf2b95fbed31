import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FieldProblem } from '../../../shared/base/field-rule.ts'
import { operationName } from '../../../shared/queue/operations.ts'
import { type TemplateName, templateNames } from '../../../shared/workspaces/body-templates.ts'
import { bodyTemplates, type Connection, servicePaths } from '../../../shared/workspaces/connection.ts'
import { type ConnectionChange, formatRate, type RateChange, readRate } from '../../../shared/workspaces/connections-contract.ts'
import { defaultPaths, labelOperation, labelPath } from '../../settings/setting-labels.ts'
import classes from './advanced-settings.module.css'
import { BackToDefault } from './back-to-default.tsx'
import { ReadingSettings } from './reading-settings.tsx'
import { TemplateField } from './template-field.tsx'
import { findProblem, useConnectionChange } from './use-connection-change.ts'
import { WorkspaceSettings } from './workspace-settings.tsx'

const pathNames = servicePaths.keyof().options
const shownTemplates = templateNames.filter((name) => name in bodyTemplates.shape)

/** The fields as they are typed. An empty path means the default. */
type AdvancedDraft = {
  readonly paths: Readonly<Record<string, string>>
  readonly rates: Readonly<Record<string, string>>
  readonly templates: Readonly<Record<TemplateName, string>>
}

const toDraft = ({ paths, rates, templates }: Connection): AdvancedDraft => ({
  paths: Object.fromEntries(pathNames.map((name) => [name, paths[name] ?? ''])),
  rates: Object.fromEntries(operationName.options.map((name) => [name, formatRate(rates[name])])),
  templates,
})

/** Returns the input as a change, or the problem with a rate. The core checks everything else. */
const toChange = (
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

type FieldsProps = {
  readonly draft: AdvancedDraft
  readonly problems: readonly FieldProblem[]
  readonly set: (part: Partial<AdvancedDraft>) => void
}

const Paths = ({ draft, problems, set }: FieldsProps) => (
  <fieldset className={classes.part}>
    <legend className={classes.legend}>Paths</legend>
    <p className={classes.hint}>Added to the workspace’s address. Leave a field empty for the default.</p>
    <div className={classes.fields}>
      {pathNames.map((name) => {
        const value = draft.paths[name] ?? ''
        const change = (path: string) => set({ paths: { ...draft.paths, [name]: path } })
        return (
          <div key={name}>
            <TextInput
              label={`Path: ${labelPath(name)}`}
              placeholder={defaultPaths[name] ?? 'None'}
              spellCheck={false}
              error={findProblem(problems, `paths.${name}`)}
              value={value}
              onChange={({ currentTarget }) => change(currentTarget.value)}
            />
            <BackToDefault
              of={`path, ${labelPath(name)}`}
              isDefault={value === (defaultPaths[name] ?? '')}
              reset={() => change(defaultPaths[name] ?? '')}
            />
          </div>
        )
      })}
    </div>
  </fieldset>
)

const Rates = ({ draft, problems, set }: FieldsProps) => (
  <fieldset className={classes.part}>
    <legend className={classes.legend}>Requests a minute</legend>
    <p className={classes.hint}>
      The workspace’s limits. Enter “none” for no limit. Leave empty if unknown; Packshot then finds the limit.
    </p>
    <div className={classes.fields}>
      {operationName.options.map((name) => {
        const value = draft.rates[name] ?? ''
        const change = (rate: string) => set({ rates: { ...draft.rates, [name]: rate } })
        return (
          <div key={name}>
            <TextInput
              label={`Rate: ${labelOperation(name)}`}
              placeholder="Not stated"
              inputMode="decimal"
              error={findProblem(problems, `rates.${name}`)}
              value={value}
              onChange={({ currentTarget }) => change(currentTarget.value)}
            />
            <BackToDefault of={`rate, ${labelOperation(name)}`} isDefault={value === ''} reset={() => change('')} />
          </div>
        )
      })}
    </div>
  </fieldset>
)

/** Settings that differ between workspaces and that the admin knows: paths, bodies, rates. Checked when saved, used at once. */
export const AdvancedSettings = ({ connection }: { readonly connection: Connection }) => {
  const [draft, setDraft] = useState<AdvancedDraft>(() => toDraft(connection))
  const [unread, setUnread] = useState<readonly FieldProblem[]>([])
  const [isSaved, setSaved] = useState(false)
  const fields = useConnectionChange()
  const problems = [...unread, ...fields.problems]
  const set = (part: Partial<AdvancedDraft>) => {
    setSaved(false)
    setDraft((before) => ({ ...before, ...part }))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = toChange(draft)
    setUnread(wanted.problems)
    fields.forget()
    setSaved(false)
    if (wanted.problems.length > 0) return
    fields.change(wanted.change, {
      onSuccess: ({ problems: found, view }) => {
        if (found.length > 0) return
        setSaved(true)
        if (view.connection) setDraft(toDraft(view.connection))
      },
    })
  }
  return (
    <>
      <WorkspaceSettings connection={connection} shown="advanced" />
      <ReadingSettings connection={connection} />
      <form className={classes.form} aria-label="Advanced" noValidate onSubmit={save}>
        <Paths draft={draft} problems={problems} set={set} />
        <Rates draft={draft} problems={problems} set={set} />
        <div className={classes.bodies}>
          {shownTemplates.map((name) => (
            <TemplateField
              key={name}
              name={name}
              connection={connection}
              paths={draft.paths}
              value={draft.templates[name]}
              error={findProblem(problems, `templates.${name}`)}
              change={(text) => set({ templates: { ...draft.templates, [name]: text } })}
            />
          ))}
        </div>
        <div className={classes.foot}>
          <p className={classes.result} role="status">
            {problems.length > 0 && 'Nothing was changed: see the marked fields.'}
            {isSaved && 'Saved. This applies to the next request.'}
          </p>
          <Button type="submit" loading={fields.isPending}>
            Save
          </Button>
        </div>
      </form>
    </>
  )
}
