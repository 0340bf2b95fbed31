import { Button, Group, Select, Switch, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { layoutOfPreset, type ShopPreset, shopPresets, usualLayout } from '../../../shared/exchange/export-presets.ts'
import type { OutForm, OutLayout, OutPreset, OutRows } from '../../../shared/exchange/exports.ts'
import { describeResult, describeWritten } from '../../../shared/exchange/exports-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { changeSettings, useSettings } from '../../settings/use-settings.ts'
import foot from '../../ui/dialog-foot.module.css'
import { Icon } from '../../ui/icon.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { ColumnList } from './column-list.tsx'
import { columnProblem } from './column-sources.ts'
import { type ExportedSheet, fileNameFor } from './exported-view.ts'
import classes from './exports.module.css'
import { type Scope, ScopeFields, viewOf } from './scope-fields.tsx'
import { Writing } from './writing.tsx'

const forms: readonly { readonly key: string; readonly label: string; readonly ending: string; readonly form: OutForm }[] = [
  { key: 'xlsx', label: 'Excel workbook (XLSX)', ending: '.xlsx', form: { kind: 'xlsx' } },
  { key: 'csv-excel', label: 'CSV for Excel', ending: '.csv', form: { kind: 'csv', separator: ',', bom: true, flat: false } },
  { key: 'csv', label: 'CSV, commas', ending: '.csv', form: { kind: 'csv', separator: ',', bom: false, flat: false } },
  { key: 'csv-semicolons', label: 'CSV, semicolons', ending: '.csv', form: { kind: 'csv', separator: ';', bom: false, flat: false } },
  { key: 'tabs', label: 'Text, tabs', ending: '.txt', form: { kind: 'csv', separator: '\t', bom: false, flat: true } },
]
const formOf = (form: OutForm) => forms.find((one) => JSON.stringify(one.form) === JSON.stringify(form)) ?? forms[2]

/** Puts a preset in the place of the one of this name; `null`: removes it. */
const changePreset = (name: string, preset: OutPreset | null): void =>
  changeSettings(
    ({ exportPresets }) => ({ exportPresets: [...exportPresets.filter((one) => one.name !== name), ...(preset ? [preset] : [])] }),
    'The presets were not changed.',
  )

const PresetNotes = ({ preset }: { readonly preset: ShopPreset }) => (
  <div>
    <ul className={classes.notes}>
      {preset.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <Text size="xs" c="dimmed" mt={4}>
      After {preset.source.replace('https://', '')}, read {preset.readAt}
    </Text>
  </div>
)

const SavePreset = ({
  saved,
  layout,
  done,
}: {
  readonly saved: readonly OutPreset[]
  readonly layout: OutLayout
  readonly done: (name: string) => void
}) => {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const replaces = saved.some((one) => one.name === trimmed)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed === '') return
        changePreset(trimmed, { name: trimmed, layout })
        done(trimmed)
      }}
    >
      <Group gap={8} align="end">
        <TextInput
          label="Preset name"
          value={name}
          maxLength={100}
          data-autofocus
          flex={1}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={trimmed === ''}>
          {replaces ? 'Replace preset' : 'Save preset'}
        </Button>
      </Group>
    </form>
  )
}

type Previewed = { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] }

const usePreview = (sheet: ExportedSheet, scope: Scope, layout: OutLayout) => {
  const input = { view: viewOf(sheet, scope, layout.rows), which: scope.which, layout, limit: 4 }
  const isWhole = layout.columns.every(({ header }) => header.trim() !== '')
  return useQuery({ ...api.exports.preview.queryOptions({ input }), enabled: isWhole, placeholderData: keepPreviousData })
}

const Preview = ({ data }: { readonly data: Previewed }) => {
  if (data.rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.table} tabIndex={0} aria-label="First rows">
      <table>
        <thead>
          <tr>
            {data.headers.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place only
              <th key={at} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a preview have no other name
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Headers of the product list's further columns, of its first products. */
const useFurther = (): readonly string[] => {
  const { data } = useQuery(api.catalogue.page.queryOptions({ input: { offset: 0, limit: 50 } }))
  return [...new Set((data?.rows ?? []).flatMap(({ further }) => further.map(([header]) => header)))]
}

/** What a table has, and where it goes. */
export const TableForm = ({ sheet, close }: { readonly sheet: ExportedSheet; readonly close: () => void }) => {
  const { set, view, shown } = sheet
  const saved = useSettings().value?.exportPresets ?? []
  const further = useFurther()
  const [preset, setPreset] = useState('usual')
  const [layout, setLayout] = useState<OutLayout>(() => usualLayout(view.rows ?? 'pictures', shown))
  const [scope, setScope] = useState<Scope>({ isAll: false, which: 'approved' })
  const [isSaving, setIsSaving] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const shop = shopPresets.find(({ id }) => `shop ${id}` === preset)
  const form = formOf(layout.form)

  const choose = (value: string): void => {
    setPreset(value)
    const chosen = shopPresets.find(({ id }) => `shop ${id}` === value)
    const own = saved.find(({ name }) => `saved ${name}` === value)
    setLayout(chosen ? layoutOfPreset(chosen, set.questions) : (own?.layout ?? usualLayout(layout.rows, shown)))
  }
  const chooseRows = (rows: OutRows): void =>
    setLayout(preset === 'usual' ? { ...usualLayout(rows, shown), form: layout.form, comesBack: layout.comesBack } : { ...layout, rows })

  const write = useMutation({
    mutationFn: async () => {
      const target = await client.exports.choose({ kind: 'file', name: fileNameFor(set.name, form?.ending ?? '.csv', new Date()) })
      if (!target) return null
      setIsWriting(true)
      return client.exports.write({
        view: viewOf(sheet, scope, layout.rows),
        which: scope.which,
        layout,
        to: { kind: 'chosen', target: target.target },
      })
    },
    onSettled: () => setIsWriting(false),
    onSuccess: (written) => {
      if (!written) return
      const [title = '', ...more] = describeWritten(layout, written)
      tell(title, more.length > 0 ? { text: more.join(' ') } : {})
      close()
    },
  })
  const preview = usePreview(sheet, scope, layout)
  const result = preview.data && layout.onlyWith !== undefined ? describeResult(layout, scope.which, preview.data) : null
  const problem = layout.columns.map((_, at) => columnProblem(layout, at)).find((one) => one !== null)
  // Until a new choice is read, the numbers are those of the last one.
  const lack = problem ?? (preview.isPlaceholderData ? 'Reading the texts…' : (result?.lack ?? null))

  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <Select
          label="Columns"
          data={[
            { group: 'Packshot', items: [{ value: 'usual', label: 'Usual columns' }] },
            ...(saved.length > 0 ? [{ group: 'Saved', items: saved.map(({ name }) => ({ value: `saved ${name}`, label: name })) }] : []),
            { group: 'Shops and feeds', items: shopPresets.map(({ id, name }) => ({ value: `shop ${id}`, label: name })) },
          ]}
          value={preset}
          allowDeselect={false}
          onChange={(value) => value !== null && choose(value)}
        />
        <Select
          label="Format"
          data={forms.map(({ key, label }) => ({ value: key, label }))}
          value={form?.key ?? null}
          allowDeselect={false}
          onChange={(value) => setLayout({ ...layout, form: forms.find(({ key }) => key === value)?.form ?? layout.form })}
        />
        <Select
          label="A row for each"
          data={[
            { value: 'pictures', label: 'Picture' },
            { value: 'products', label: 'Product (texts of its main picture)' },
          ]}
          value={layout.rows}
          allowDeselect={false}
          onChange={(value) => chooseRows(value === 'products' ? 'products' : 'pictures')}
        />
        <Switch
          mt={26}
          label="Can be imported again"
          description="Adds a key and revisions, so that edits outside come back safely."
          checked={layout.comesBack}
          onChange={(event) => setLayout({ ...layout, comesBack: event.currentTarget.checked })}
        />
      </div>
      <ScopeFields
        sheet={sheet}
        rows={layout.rows}
        scope={scope}
        change={setScope}
        {...(layout.onlyWith === undefined ? {} : { describe: null })}
      />
      {result && (
        <Text size="sm" role="status">
          {result.said} {result.lack}
        </Text>
      )}
      {shop && <PresetNotes preset={shop} />}
      {preview.data && <Preview data={preview.data} />}
      <Button
        variant="default"
        size="xs"
        className={classes.more}
        aria-expanded={isEditing}
        rightSection={<Icon name="chevron" size={14} />}
        onClick={() => setIsEditing(!isEditing)}
      >
        {isEditing ? 'Hide columns' : `Edit ${countOf(layout.columns.length, 'column')}`}
      </Button>
      {isEditing && (
        <ColumnList layout={layout} questions={set.questions} further={further} change={(columns) => setLayout({ ...layout, columns })} />
      )}
      {isSaving && (
        <SavePreset
          saved={saved}
          layout={layout}
          done={(name) => {
            setIsSaving(false)
            setPreset(`saved ${name}`)
          }}
        />
      )}
      {isWriting && <Writing label="Rows written" />}
      {write.error && <ProblemNote what="Nothing was exported." error={write.error} />}
      <Group justify="space-between" gap={8} className={foot.foot}>
        <Group gap={8}>
          {!isSaving && (
            <Button variant="subtle" disabled={problem !== undefined} onClick={() => setIsSaving(true)}>
              Save as preset…
            </Button>
          )}
          {preset.startsWith('saved ') && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                changePreset(preset.slice('saved '.length), null)
                choose('usual')
              }}
            >
              Delete preset
            </Button>
          )}
        </Group>
        <Group gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <WithheldButton loading={write.isPending} withheld={lack} onClick={() => write.mutate()}>
            Export…
          </WithheldButton>
        </Group>
      </Group>
    </div>
  )
}
