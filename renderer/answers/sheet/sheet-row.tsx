import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import type { SheetRow as Row } from '../../../shared/answers/sheet.ts'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { describeCounts } from '../../../shared/checks/requirement-profiles-words.ts'
import { lastFolderOf } from '../../../shared/pictures/picture-place.ts'
import { callProduct, callProductAmong } from '../../../shared/products/product-names-words.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import type { SheetColumn } from './column-choice.ts'
import { SheetCell } from './sheet-cell.tsx'
import classes from './sheet-row.module.css'

const callProductOf = ({ productName, sku, productId }: Row): string => callProduct({ name: productName, sku, productId })

/** The name of a row in sentences. */
export const nameRow = (row: Row): string => (row.name !== '' ? row.name : callProductOf(row))

const aboutRow = ({ productName, sku, productId, folder, pictures, further = 0 }: Row, isProduct: boolean): string =>
  isProduct
    ? [sku, pictures === 0 ? 'no pictures' : countOf(pictures, 'picture')].filter((part) => part !== null).join(' · ')
    : productName !== null || sku !== null || productId !== null
      ? callProductAmong({ name: productName, sku, productId }, further)
      : folder === null
        ? ''
        : lastFolderOf(folder)

/** Rules of shops: how many fail, or how many are not checked. Empty while the picture is being checked. */
const Checks = ({ checks }: Pick<Row, 'checks'>) => (
  <span
    className={classes.checks}
    data-fails={(checks?.failed ?? 0) > 0 || undefined}
    title={checks && `Shop checks: ${describeCounts(checks)}`}
  >
    {checks && (
      <>
        <Icon name={checks.failed > 0 ? 'warn' : checks.notChecked > 0 ? 'minus' : 'check'} size={14} />
        {checks.failed > 0 ? `${formatCount(checks.failed)} fail` : checks.notChecked > 0 ? formatCount(checks.notChecked) : 'OK'}
      </>
    )}
  </span>
)

type HeadProps = { readonly row: Row; readonly isProduct: boolean; readonly isChecked: boolean }

const RowHead = ({ row, isProduct, isChecked }: HeadProps) => (
  <>
    <span className={classes.frame}>
      {row.imageId !== null && <img src={thumbnailUrl(row.imageId)} alt="" decoding="async" loading="lazy" draggable={false} />}
    </span>
    <span className={classes.words}>
      <span className={classes.name}>{isProduct ? (row.productName ?? row.sku ?? row.productId ?? row.name) : row.name}</span>
      <span className={classes.about}>{aboutRow(row, isProduct)}</span>
    </span>
    {isChecked && <Checks checks={row.checks} />}
  </>
)

type Props = {
  readonly columns: readonly SheetColumn[]
  readonly isProduct: boolean
  readonly row: Row | undefined
  readonly index: number
  readonly start: number
  readonly headWidth: number
  readonly isChecked: boolean
  readonly items: readonly VirtualItem[]
  /** The header of its group, in the group's first row. */
  readonly group: string | null
  /** Selected columns, the last one included; -1: none. */
  readonly from: number
  readonly to: number
  /** Where the keyboard is; -1: in another row. */
  readonly active: number
  readonly hold: string | null
}

/** A row of the sheet; only its columns in view are drawn. */
export const SheetRow = memo(
  ({ columns, isProduct, row, index, start, headWidth, isChecked, items, group, from, to, active, hold }: Props) => {
    const name = row ? nameRow(row) : ''
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see sheet-grid.tsx
      <div
        role="row"
        className={classes.row}
        aria-rowindex={index + 2}
        data-group={group !== null || undefined}
        data-current={active >= 0 || undefined}
        style={{ transform: `translateY(${start}px)` }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see sheet-grid.tsx */}
        <div
          role="rowheader"
          className={classes.head}
          style={{ width: headWidth }}
          aria-colindex={1}
          data-row={index}
          title={row?.folder ?? ''}
        >
          {row && <RowHead row={row} isProduct={isProduct} isChecked={isChecked} />}
        </div>
        {items.map((item) => {
          const column = columns[item.index]
          return (
            column && (
              <SheetCell
                key={column.question}
                cell={row?.cells.find(({ question }) => question === column.question)}
                imageId={row?.imageId ?? null}
                name={name}
                column={column}
                row={index}
                at={item.index}
                left={item.start}
                isActive={active === item.index}
                isSelected={item.index >= from && item.index <= to}
                hold={hold}
              />
            )
          )
        })}
        {group !== null && (
          <span className={classes.group}>
            <span style={{ maxWidth: 600 }}>{group}</span>
          </span>
        )}
      </div>
    )
  },
)
