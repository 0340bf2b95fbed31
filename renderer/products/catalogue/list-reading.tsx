import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ListPreview } from '../../../shared/products/catalogue.ts'
import { listEncodings, listShapes, quotings, separators } from '../../../shared/products/list-dialects.ts'
import type { ListReading } from '../../../shared/products/list-form.ts'
import {
  describeDamage,
  describeForm,
  describeShopIds,
  describeSum,
  describeUnclear,
  encodingWords,
  quotingWords,
  readingWords,
  separatorWords,
  shapeWords,
} from '../../../shared/products/list-form-words.ts'
import { Note } from '../../ui/note.tsx'
import classes from './list-dialog.module.css'

type Choice<T extends string | number> = { readonly value: T; readonly words: string }

const Select = <T extends string | number>({
  label,
  value,
  choices,
  choose,
}: {
  readonly label: string
  readonly value: T
  readonly choices: readonly Choice<T>[]
  readonly choose: (value: T) => void
}) => (
  <label className={classes.role}>
    {label}
    <select
      className={classes.choice}
      value={choices.findIndex((one) => one.value === value)}
      onChange={(event) => {
        const chosen = choices[Number(event.currentTarget.value)]
        if (chosen) choose(chosen.value)
      }}
    >
      {choices.map((one, at) => (
        <option key={one.value} value={at}>
          {one.words}
        </option>
      ))}
    </select>
  </label>
)

const wordsOf = <T extends string>(values: readonly T[], words: Readonly<Record<T, string>>): Choice<T>[] =>
  values.map((value) => ({ value, words: words[value] }))

/** Rows among which the headers are looked for. */
const headerRows = Array.from({ length: 20 }, (_, at) => ({ value: at + 1, words: String(at + 1) }))

const Choices = ({ preview, readAs }: { readonly preview: ListPreview; readonly readAs: (reading: ListReading) => void }) => {
  const { form, shape, headerRow, reading } = preview
  const say = (more: ListReading): void => readAs({ ...reading, ...more })
  return (
    <div className={classes.roles}>
      <Select
        label={readingWords.shape}
        value={shape ?? 'none'}
        choices={[...wordsOf(listShapes, shapeWords), { value: 'none', words: readingWords.anyList }]}
        choose={(value) => say({ shape: value })}
      />
      {form.kind === 'text' ? (
        <>
          <Select
            label={readingWords.separator}
            value={form.separator}
            choices={wordsOf(separators, separatorWords)}
            choose={(separator) => say({ separator })}
          />
          <Select
            label={readingWords.quoting}
            value={form.quoting}
            choices={wordsOf(quotings, quotingWords)}
            choose={(quoting) => say({ quoting })}
          />
          <Select
            label={readingWords.encoding}
            value={form.encoding}
            choices={wordsOf(listEncodings, encodingWords)}
            choose={(encoding) => say({ encoding })}
          />
        </>
      ) : (
        <Select
          label={readingWords.sheet}
          value={form.sheet}
          choices={[form.sheet, ...form.otherSheets].map((value) => ({ value, words: value }))}
          choose={(sheet) => readAs({ ...reading, sheet, headerRow: undefined })}
        />
      )}
      <Select
        label={readingWords.headerRow}
        value={headerRow}
        choices={
          headerRows.some(({ value }) => value === headerRow) ? headerRows : [...headerRows, { value: headerRow, words: String(headerRow) }]
        }
        choose={(value) => say({ headerRow: value })}
      />
    </div>
  )
}

/** How a list is written, in a line that a person can change. Choices are open where the file doesn’t tell. */
export const ListReadingLine = ({
  preview,
  readAs,
}: {
  readonly preview: ListPreview
  readonly readAs: (reading: ListReading) => void
}) => {
  const { form, shape, headerRow, headers, unclear, shopIds, sum, damage } = preview
  const [changes, setChanges] = useState(false)
  return (
    <div className={classes.reading}>
      <Group justify="space-between" gap={16} wrap="nowrap">
        <Text size="sm">{describeForm(form, shape, headerRow)}</Text>
        {unclear.length === 0 && !changes && (
          <Button variant="default" size="xs" flex="none" onClick={() => setChanges(true)}>
            {readingWords.change}
          </Button>
        )}
      </Group>
      {unclear.map((one) => (
        <Note key={one.what} tone="bad" isAlert>
          {describeUnclear(one)}
        </Note>
      ))}
      {(changes || unclear.length > 0) && <Choices preview={preview} readAs={readAs} />}
      <Text size="sm" c="dimmed" role="status">
        {sum ? describeSum(sum) : 'Counting the rows…'}
      </Text>
      {damage.slice(0, 10).map((one) => (
        <Text key={`${one.column} ${one.kind}`} size="sm">
          {describeDamage(one)}
        </Text>
      ))}
      {shopIds.length > 0 && (
        <Text size="sm" c="dimmed">
          {describeShopIds(shopIds.map((at) => headers[at] ?? ''))}
        </Text>
      )}
    </div>
  )
}
