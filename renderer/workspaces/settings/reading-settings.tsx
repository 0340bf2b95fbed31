import { Button, Select, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FieldProblem } from '../../../shared/base/field-rule.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import { type ReadProduct, readProduct } from '../../../shared/workspaces/product-reading-settings.ts'
import { readingWords } from '../../../shared/workspaces/product-reading-words.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import classes from './advanced-settings.module.css'
import { BackToDefault } from './back-to-default.tsx'
import { findProblem, useConnectionChange } from './use-connection-change.ts'

/** The fields as they are typed. */
type Draft = Readonly<Record<'path' | 'list' | 'pageSize' | 'next' | 'total', string>> & { readonly paging: ReadProduct['paging'] }

const defaults = readProduct.parse({})
const toDraft = ({ pageSize, ...rest }: ReadProduct): Draft => ({ ...rest, pageSize: String(pageSize) })

/** The fields that apply to each kind of paging. */
const fieldsOf: Readonly<Record<ReadProduct['paging'], readonly (keyof typeof readingWords.fields)[]>> = {
  none: ['path', 'list'],
  page: ['path', 'list', 'pageSize', 'total'],
  next: ['path', 'list', 'next'],
}

const ReadingForm = ({ reading }: { readonly reading: ReadProduct }) => {
  const [draft, setDraft] = useState<Draft>(() => toDraft(reading))
  const [unread, setUnread] = useState<readonly FieldProblem[]>([])
  const { change, isPending, problems: found, forget } = useConnectionChange()
  const problems = [...unread, ...found]
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const isNumber = /^\d{1,9}$/.test(draft.pageSize.trim())
    forget()
    setUnread(isNumber ? [] : [{ field: 'readProduct.pageSize', rule: { kind: 'page-size' } }])
    if (isNumber) change({ readProduct: { ...draft, pageSize: Number(draft.pageSize) } })
  }
  return (
    <form className={classes.form} aria-label="Reading products" noValidate onSubmit={save}>
      <div className={classes.fields}>
        {fieldsOf[draft.paging].map((name) => (
          <div key={name}>
            <TextInput
              label={readingWords.fields[name].label}
              description={readingWords.fields[name].about}
              spellCheck={false}
              error={findProblem(problems, `readProduct.${name}`)}
              value={draft[name]}
              onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
            />
            <BackToDefault
              of={readingWords.fields[name].label}
              isDefault={draft[name] === String(defaults[name])}
              reset={() => set({ [name]: String(defaults[name]) })}
            />
          </div>
        ))}
        <Select
          label="Paging"
          description="How a long list is split up."
          allowDeselect={false}
          data={readProduct.shape.paging.unwrap().options.map((value) => ({ value, label: readingWords.paging[value] }))}
          value={draft.paging}
          onChange={(value) => set({ paging: value as ReadProduct['paging'] })}
        />
      </div>
      <div className={classes.foot}>
        <p className={classes.result} role="status">
          {problems.length > 0 && 'Nothing was changed. Check the marked fields.'}
        </p>
        <Button type="submit" variant="default" loading={isPending}>
          Save reading
        </Button>
      </div>
    </form>
  )
}

/** Whether and how a product's list is read before it is written (shared/workspaces/product-reading-settings.ts). */
export const ReadingSettings = ({ connection }: { readonly connection: Connection }) => {
  const { change, isPending } = useConnectionChange()
  const reading = connection.readProduct
  return (
    <>
      <SettingRow name="Read products" about={readingWords.about}>
        <Switch
          aria-label="Read products"
          disabled={isPending}
          checked={reading !== undefined}
          onChange={({ currentTarget }) => change({ readProduct: currentTarget.checked ? {} : null })}
        />
      </SettingRow>
      {reading && <ReadingForm key={JSON.stringify(reading)} reading={reading} />}
    </>
  )
}
