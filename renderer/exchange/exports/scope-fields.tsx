import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SheetViewInput } from '../../../shared/answers/sheet.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import type { OutRows, OutWhich } from '../../../shared/exchange/exports.ts'
import { describeScope } from '../../../shared/exchange/exports-words.ts'
import { api } from '../../queries.ts'
import { allRows, type ExportedSheet, isPartOf } from './exported-view.ts'
import classes from './exports.module.css'

export type Scope = { readonly isAll: boolean; readonly which: OutWhich }

export const viewOf = ({ view }: ExportedSheet, { isAll }: Scope, rows: OutRows): SheetViewInput => ({
  ...(isAll ? allRows(view) : view),
  rows,
  ...(rows === 'products' ? { groupBy: 'nothing' as const } : {}),
})

const useCounts = (view: SheetViewInput) => useQuery(api.sheet.counts.queryOptions({ input: { view } })).data

type Props = {
  readonly sheet: ExportedSheet
  readonly rows: OutRows
  readonly scope: Scope
  readonly change: (scope: Scope) => void
  /** Instead of “Rows”. */
  readonly label?: string
  /** Instead of a table’s words for what goes out; `null`: something else says it. */
  readonly describe?: typeof describeScope | null
}

/** Which rows and which texts go out, with their numbers. */
export const ScopeFields = ({ sheet, rows, scope, change, label = 'Rows', describe = describeScope }: Props) => {
  const shown = useCounts(viewOf(sheet, { ...scope, isAll: false }, rows))
  const all = useCounts(viewOf(sheet, { ...scope, isAll: true }, rows))
  const counts = scope.isAll ? all : shown
  const isPart = isPartOf(sheet.view)
  const withCount = (label: string, data: typeof shown): string => (data ? `${label} (${formatCount(data.total)})` : label)
  return (
    <Stack gap={8}>
      <div className={classes.fields}>
        <div>
          <Text size="sm" fw={500} mb={4} id="export-rows">
            {label}
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="export-rows"
            data={[
              { value: 'shown', label: withCount('As shown', shown), disabled: !isPart },
              { value: 'all', label: withCount('All', all) },
            ]}
            value={scope.isAll || !isPart ? 'all' : 'shown'}
            onChange={(value) => change({ ...scope, isAll: value === 'all' })}
          />
        </div>
        <div>
          <Text size="sm" fw={500} mb={4} id="export-texts">
            Texts
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="export-texts"
            data={[
              { value: 'approved', label: 'Approved only' },
              { value: 'all', label: 'All texts' },
            ]}
            value={scope.which}
            onChange={(value) => change({ ...scope, which: value as OutWhich })}
          />
        </div>
      </div>
      {describe && counts && (
        <Text size="sm" role="status">
          {describe({ rows }, scope.which, {
            total: counts.total,
            approved: counts.approved,
            filled: counts.cells - counts.empty,
          })}
        </Text>
      )}
    </Stack>
  )
}
