import { Button, Group, Select, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findRoles } from '../../../shared/exchange/export-presets.ts'
import { type OutTarget, type PictureCopies, type PictureField, pictureFields } from '../../../shared/exchange/exports.ts'
import { describeCopies, describeResult, fieldPlaces, fieldWords } from '../../../shared/exchange/exports-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { readProblem } from '../../ui/read-problem.ts'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import type { ExportedSheet } from './exported-view.ts'
import classes from './exports.module.css'
import { type Scope, ScopeFields, viewOf } from './scope-fields.tsx'
import { Writing } from './writing.tsx'

type Fields = Partial<Record<PictureField, string>>

const shownNames = 100

const Copied = ({
  copies,
  replace,
  close,
}: {
  readonly copies: PictureCopies
  /** `null`: earlier copies were replaced already. */
  readonly replace: (() => void) | null
  readonly close: () => void
}) => {
  const lines = [
    ...copies.failures.map(({ name, problem }) => `${name}: ${readProblem(problem).message}`),
    ...copies.existingNames.map((name) => `${name}: ${replace ? 'a file' : 'another file that is not its copy'} has this name`),
  ].slice(0, shownNames)
  return (
    <div className={classes.form}>
      <div role="status">
        {describeCopies(copies).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
        <section className={classes.differences} tabIndex={0} aria-label="Pictures that were not copied">
          <ul>
            {lines.map((line) => (
              <li key={line} className={classes.difference}>
                {line}
              </li>
            ))}
          </ul>
        </section>
      )}
      {copies.existing > 0 && replace && (
        <Text size="sm" c="dimmed">
          “Replace earlier copies” writes the current texts into earlier copies of these pictures. All other files stay as they are.
        </Text>
      )}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        {copies.existing > 0 && replace && (
          <Button variant="default" onClick={replace}>
            Replace earlier copies
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          Done
        </Button>
      </Group>
    </div>
  )
}

/** Which texts copies of the pictures get, and where they go. */
export const PicturesForm = ({ sheet, close }: { readonly sheet: ExportedSheet; readonly close: () => void }) => {
  const { questions } = sheet.set
  const [fields, setFields] = useState<Fields>(() => {
    const roles = findRoles(questions)
    return Object.fromEntries(pictureFields.flatMap((field) => (roles[field] ? [[field, roles[field].question]] : [])))
  })
  const [scope, setScope] = useState<Scope>({ isAll: false, which: 'approved' })
  const [target, setTarget] = useState<OutTarget | null>(null)
  const run = useMutation({
    mutationFn: async (replaces: boolean) => {
      const chosen = replaces && target ? target : await choose()
      if (!chosen) return null
      return client.exports.pictures({ view: viewOf(sheet, scope, 'pictures'), which: scope.which, fields, to: chosen, replaces })
    },
  })
  const choose = async (): Promise<OutTarget | null> => {
    const place = await client.exports.choose({ kind: 'folder', name: sheet.set.name })
    const chosen = place && ({ kind: 'chosen', target: place.target } as const)
    setTarget(chosen)
    return chosen
  }
  const isEmpty = Object.keys(fields).length === 0
  // Each picture with one of these texts; a name is what every picture has.
  const columns = Object.values(fields).map((question) => ({ header: question, from: { kind: 'question' as const, question } }))
  const preview = useQuery({
    ...api.exports.preview.queryOptions({
      input: {
        view: viewOf(sheet, scope, 'pictures'),
        which: scope.which,
        layout: { rows: 'pictures', form: { kind: 'xlsx' }, columns, comesBack: false, onlyWith: 'name' },
        limit: 1,
      },
    }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  if (run.data && !run.isPending) return <Copied copies={run.data} replace={run.variables ? null : () => run.mutate(true)} close={close} />
  const result = preview.data && !isEmpty ? describeResult({ rows: 'pictures' }, scope.which, preview.data) : null
  const lack = isEmpty ? 'Choose a text first.' : preview.isPlaceholderData ? 'Reading the texts…' : (result?.lack ?? null)
  return (
    <div className={classes.form}>
      <Text size="sm">Copies have the texts in their metadata. Pixels and all other metadata stay as they are.</Text>
      <div className={classes.fields}>
        {pictureFields.map((field) => (
          <Select
            key={field}
            label={fieldWords[field]}
            description={fieldPlaces[field]}
            placeholder="Leave as it is"
            data={questions.map(({ question, column }) => ({ value: question, label: column }))}
            value={fields[field] ?? null}
            clearable
            clearButtonProps={{ 'aria-label': `Leave ${fieldWords[field].toLowerCase()} as it is` }}
            onChange={(value) => {
              const { [field]: _, ...others } = fields
              setFields(value === null ? others : { ...others, [field]: value })
            }}
          />
        ))}
      </div>
      <ScopeFields sheet={sheet} rows="pictures" label="Pictures" scope={scope} change={setScope} describe={null} />
      {result && (
        <Text size="sm" role="status">
          {result.said} {result.lack}
        </Text>
      )}
      {run.error && <ProblemNote what="Not all copies were written." error={run.error} />}
      {run.isPending && target && <Writing label="Pictures copied" />}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        <Button variant="default" onClick={close} disabled={run.isPending}>
          Cancel
        </Button>
        <WithheldButton loading={run.isPending} withheld={lack} onClick={() => run.mutate(false)}>
          Export pictures…
        </WithheldButton>
      </Group>
    </div>
  )
}
