import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { nameProduct } from '../../products/ledger/name-product.ts'
import { drawHits } from '../../products/ledger/product-hit.tsx'
import { toHit } from '../../products/matching/use-matched-field.ts'
import { api } from '../../queries.ts'
import { formatTime } from '../../ui/format.ts'
import classes from './sheet-tools.module.css'
import { showRows, useSheetView } from './sheet-view.ts'

const all = 'all'
/** How many are offered; more products are found by typing. */
const offered = 50

const common = {
  className: classes.filter,
  comboboxProps: { width: 264, position: 'bottom-start', portalProps: { target: '#menus' } },
} as const

/** Rows of one product; the core searches for what is typed. */
export const ProductFilter = () => {
  const product = useSheetView((view) => view.product)
  const chosen = product ? { value: product.key, label: product.name } : { value: all, label: 'Any product' }
  const [typed, setTyped] = useState(chosen.label)
  const [text] = useDebouncedValue(typed === chosen.label ? '' : typed, 120)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...api.matching.products.queryOptions({ input: { text, limit: offered } }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const hits = (data ?? []).map(toHit)
  const found = hits.map((one) => ({ value: one.ref, label: nameProduct(one) }))
  return (
    <Select
      {...common}
      aria-label="Product"
      searchable
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={[{ value: all, label: 'Any product' }, ...(product ? [chosen] : []), ...found.filter(({ value }) => value !== product?.key)]}
      renderOption={drawHits(hits)}
      value={chosen.value}
      onChange={(value, option) =>
        showRows({ product: value === null || value === all ? null : { key: value, name: option?.label ?? value } })
      }
    />
  )
}

/** Rows of one drop, the newest first. */
export const DropFilter = () => {
  const drop = useSheetView((view) => view.drop)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...api.library.groupPage.queryOptions({
      input: { sort: { by: 'added', descending: true }, filter: {}, groupBy: 'drop', offset: 0, limit: offered },
    }),
    enabled: isOpen,
  })
  const found = (data ?? []).flatMap(({ key, at, pictures }) =>
    key === null ? [] : [{ value: key, label: `${at === null ? `Drop ${key}` : formatTime(at)}, ${countOf(pictures, 'picture')}` }],
  )
  const chosen = drop && !found.some(({ value }) => value === String(drop.number)) ? [{ value: String(drop.number), label: drop.name }] : []
  return (
    <Select
      {...common}
      aria-label="Drop"
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={[{ value: all, label: 'Any import' }, ...chosen, ...found]}
      value={drop ? String(drop.number) : all}
      onChange={(value, option) =>
        showRows({ drop: value === null || value === all ? null : { number: Number(value), name: option?.label ?? value } })
      }
    />
  )
}
