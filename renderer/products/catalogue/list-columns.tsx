import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListColumns, ListPreview } from '../../../shared/products/catalogue.ts'
import { listNotes, roleWords } from '../../../shared/products/catalogue-words.ts'
import { type ColumnRole, columnRoles, namingRoles } from '../../../shared/products/column-roles.ts'
import type { ListReading } from '../../../shared/products/list-form.ts'
import { describeForgottenIds, productEditWords } from '../../../shared/products/product-edits-words.ts'
import { api } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import classes from './list-dialog.module.css'
import { ListReadingLine } from './list-reading.tsx'
import { type ChosenTargets, TargetsChoice } from './list-targets.tsx'

/** A column can be one thing only: what was it before is nothing now. */
const withColumn = (columns: ListColumns, role: ColumnRole, column: number | undefined): ListColumns => {
  const next = { ...columns }
  for (const other of columnRoles) if (other === role || (column !== undefined && next[other] === column)) delete next[other]
  if (column !== undefined) next[role] = column
  return next
}

const RoleChoice = ({
  role,
  headers,
  column,
  choose,
}: {
  readonly role: ColumnRole
  readonly headers: readonly string[]
  readonly column: number | undefined
  readonly choose: (column: number | undefined) => void
}) => (
  <label className={classes.role}>
    {roleWords[role]}
    <select
      className={classes.choice}
      value={column ?? ''}
      onChange={(event) => choose(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
    >
      <option value="">–</option>
      {headers.map((header, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name
        <option key={at} value={at}>
          {header || `Column ${at + 1}`}
        </option>
      ))}
    </select>
  </label>
)

const Rows = ({ preview, columns }: { readonly preview: ListPreview; readonly columns: ListColumns }) => {
  const roleOf = (column: number): ColumnRole | undefined => columnRoles.find((role) => columns[role] === column)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.rows} tabIndex={0} aria-label="First rows">
      <table className={classes.table}>
        <thead>
          <tr>
            {preview.headers.map((header, at) => {
              const role = roleOf(at)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name
                <th key={at} scope="col" data-known={role !== undefined}>
                  {header || `Column ${at + 1}`}
                  {role && <span className={classes.as}>{roleWords[role]}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other name
            <tr key={row}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The dialog opened before there was anything to confirm. */
export const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()

/** What each column of a list is, over its first rows. */
export const ListColumnsForm = ({
  preview,
  readAs,
  send,
  cancel,
}: {
  readonly preview: ListPreview
  readonly readAs: (reading: ListReading) => void
  /** `forgetIds`: those that products of the earlier list have. */
  readonly send: (columns: ListColumns, targets: Partial<ChosenTargets>, forgetIds: boolean) => void
  readonly cancel: () => void
}) => {
  const [columns, setColumns] = useState(preview.columns)
  const { data: earlier } = useQuery({ ...api.catalogue.ids.queryOptions(), staleTime: 0 })
  const [said, setSaid] = useState<ChosenTargets | null>(null)
  const { tree, targets } = preview
  const chosen = said ?? { productIs: targets.productIs ?? tree?.proposed ?? 'product', sharedPictures: targets.sharedPictures }
  const hasVariants = tree !== null && tree.variants > 0
  const [forgets, setForgets] = useState(false)
  // An import keeps what a column that it lacks said before.
  const keepsIds = columns.productId === undefined && (earlier?.ids ?? 0) > 0
  const isNamed = namingRoles.some((role) => columns[role] !== undefined)
  const isClear = preview.unclear.length === 0
  const isReady = isNamed && isClear
  const lack = isNamed || !isClear ? null : 'Choose the column with the product ID, SKU, GTIN, name or handle.'
  return (
    <>
      <ListReadingLine preview={preview} readAs={readAs} />
      {hasVariants && <TargetsChoice tree={tree} chosen={chosen} choose={setSaid} isRemembered={targets.productIs !== null} />}
      <Text size="sm">
        Check what each column is. All other columns are kept and searched, too. Nothing in the workspace changes.
        {preview.isRemembered && ' The columns are as you chose them last time.'}
      </Text>
      {listNotes(preview.form, []).map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      <div className={classes.roles}>
        {columnRoles.map((role) => (
          <RoleChoice
            key={role}
            role={role}
            headers={preview.headers}
            column={columns[role]}
            choose={(column) => setColumns(withColumn(columns, role, column))}
          />
        ))}
      </div>
      <Rows preview={preview} columns={columns} />
      {keepsIds && earlier && (
        <Checkbox
          label={productEditWords.forgetIds(earlier.ids)}
          description={forgets ? describeForgottenIds(earlier.ids, earlier.waiting) : 'This list has no column with IDs, so they are kept.'}
          checked={forgets}
          onChange={(event) => setForgets(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        <Text size="sm" c="dimmed" flex={1}>
          {lack}
        </Text>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button ref={takeFocus} disabled={!isReady} onClick={() => send(columns, hasVariants ? chosen : {}, keepsIds && forgets)}>
          Import products
        </Button>
      </Group>
    </>
  )
}
