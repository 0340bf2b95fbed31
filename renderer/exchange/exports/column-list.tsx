import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import type { SetQuestion } from '../../../shared/answers/question-sets.ts'
import type { OutColumn, OutLayout } from '../../../shared/exchange/exports.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { columnProblem, listSources, moveColumn, sourceKey, sourceOf } from './column-sources.ts'
import classes from './exports.module.css'

type Props = {
  readonly layout: Pick<OutLayout, 'columns' | 'comesBack'>
  readonly questions: readonly SetQuestion[]
  readonly further: readonly string[]
  readonly change: (columns: OutColumn[]) => void
}

/** The columns of a table in their order: what each is called, and where its cells come from. */
export const ColumnList = ({ layout, questions, further, change }: Props) => {
  const { columns } = layout
  const sources = listSources(questions, further)
  const known = new Set(sources.flatMap(({ items }) => items.map(({ value }) => value)))
  const put = (at: number, part: Partial<OutColumn>): void =>
    change(columns.map((one, other) => (other === at ? { ...one, ...part } : one)))
  const button = (icon: IconName, label: string, isOff: boolean, run: () => void) => (
    <ActionIcon aria-label={label} title={label} disabled={isOff} onClick={run}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  )
  return (
    <div className={classes.columns}>
      <div className={classes.columnHeads} aria-hidden="true">
        <span>Column name</span>
        <span>Content</span>
      </div>
      <ol className={classes.columnList} aria-label="Columns">
        {columns.map((column, at) => {
          const { header, from } = column
          const key = sourceKey(from)
          const problem = columnProblem(layout, at)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place only
            <li key={at} className={classes.column}>
              <TextInput
                aria-label={`Name of column ${at + 1}`}
                value={header}
                maxLength={200}
                error={problem}
                onChange={(event) => put(at, { header: event.currentTarget.value })}
              />
              <Select
                aria-label={`Content of column ${at + 1}`}
                data={known.has(key) ? [...sources] : [...sources, { group: 'Not in this set', items: [{ value: key, label: header }] }]}
                value={key}
                allowDeselect={false}
                searchable
                comboboxProps={{ withinPortal: true }}
                onChange={(value) => value !== null && put(at, { from: sourceOf(value) })}
              />
              <span className={classes.columnButtons}>
                {button('up', `Move ${header} up`, at === 0, () => change(moveColumn(columns, at, -1)))}
                {button('down', `Move ${header} down`, at === columns.length - 1, () => change(moveColumn(columns, at, 1)))}
                {button('close', `Remove ${header}`, columns.length === 1, () => change(columns.toSpliced(at, 1)))}
              </span>
            </li>
          )
        })}
      </ol>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="add" size={14} />}
        onClick={() => change([...columns, { header: `Column ${columns.length + 1}`, from: { kind: 'fixed', text: '' } }])}
      >
        Add column
      </Button>
    </div>
  )
}
