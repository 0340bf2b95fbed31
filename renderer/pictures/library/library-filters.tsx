import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useState } from 'react'
import { create } from 'zustand'
import { formatCount } from '../../../shared/base/number-words.ts'
import type { PictureCondition } from '../../../shared/pictures/library.ts'
import type { ImageFormat } from '../../../shared/pictures/picture-formats.ts'
import { formatNames } from '../../../shared/pictures/picture-formats-words.ts'
import { lastFolderOf } from '../../../shared/pictures/picture-place.ts'
import { nameProduct } from '../../products/ledger/name-product.ts'
import { drawHits } from '../../products/ledger/product-hit.tsx'
import { api } from '../../queries.ts'
import { PlainSelect } from '../../ui/plain-select.tsx'
import { WhenUsed } from '../../ui/when-used.tsx'
import classes from './library-tools.module.css'
import { setFilter, useLibraryView } from './library-view.ts'
import { conditionLabels } from './picture-states.ts'

const all = 'all'
/** Of all profiles in use. */
const anyProfile = '*'

/** How many products or folders are offered; more are found by typing. */
const offered = 100

type Option = { readonly value: string; readonly label: string }

/** What is typed into a filter, a moment later; `''` while the chosen one stands there. */
const useTyped = (chosen: Option) => {
  const [typed, setTyped] = useState(chosen.label)
  const [text] = useDebouncedValue(typed === chosen.label ? '' : typed, 120)
  return { typed, setTyped, text }
}

type Shown = { readonly label: string; readonly shown: string; readonly title?: string; readonly isSearchable?: boolean }
type Real = Pick<SelectProps, 'ref' | 'aria-label' | 'className'>

/** A filter that is made when it is used first. */
const FilterWhenUsed = ({ children, ...plain }: Shown & { readonly children: (props: Real) => ReactNode }) => (
  <WhenUsed plain={(control) => <PlainSelect {...plain} className={classes.filter} control={control} />}>
    {(ref) => children({ ref: ref as RefObject<HTMLInputElement | null>, 'aria-label': plain.label, className: classes.filter })}
  </WhenUsed>
)

/** Its options are drawn once it has the focus, which it gets first. */
const Filter = ({ comboboxProps, ...props }: SelectProps) => {
  const [isFocused, setFocused] = useState(false)
  return (
    <Select
      onFocus={() => setFocused(true)}
      comboboxProps={{ portalProps: { target: '#menus' }, ...comboboxProps, keepMounted: isFocused }}
      {...props}
    />
  )
}

/** A filter by one of few, chosen from a list. */
const ListFilter = ({ label, data, value, ...props }: SelectProps & { readonly label: string; readonly data: readonly Option[] }) => (
  <FilterWhenUsed label={label} shown={data.find((option) => option.value === value)?.label ?? ''}>
    {(real) => <Filter {...real} data={data} value={value ?? null} {...props} />}
  </FilterWhenUsed>
)

/** A filter by one of many: the core searches for what is typed. */
const SearchedFilter = (props: SelectProps) => (
  <Filter searchable filter={({ options }) => options} comboboxProps={{ width: 264, position: 'bottom-start' }} {...props} />
)

const anyProduct: Option = { value: all, label: 'Any product' }

/** The filter outlives this screen, and its product may be on no page. */
const useChosenProduct = create(() => anyProduct)

type ProductProps = { readonly productRef: string | null; readonly chosen: Option }

const ProductSearch = ({ productRef, chosen, ...real }: ProductProps & Real) => {
  const { typed, setTyped, text } = useTyped(chosen)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...api.products.page.queryOptions({ input: { offset: 0, limit: offered, text } }),
    placeholderData: keepPreviousData,
    // They change with each attachment.
    enabled: isOpen,
  })
  const rows = data?.rows ?? []
  const found = rows.map((product) => ({ value: product.ref, label: nameProduct(product) }))
  const others = found.filter(({ value }) => value !== chosen.value)
  return (
    <SearchedFilter
      {...real}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={[anyProduct, ...(chosen === anyProduct ? [] : [chosen]), ...others]}
      renderOption={drawHits(rows)}
      value={productRef ?? all}
      onChange={(value, option) => {
        useChosenProduct.setState(option ? { value: option.value, label: option.label } : anyProduct)
        setFilter({ productRef: value === all ? null : value })
      }}
    />
  )
}

const ProductFilter = ({ productRef }: Pick<ProductProps, 'productRef'>) => {
  const remembered = useChosenProduct()
  const chosen = productRef === null ? anyProduct : remembered
  return (
    <FilterWhenUsed label="Product" shown={chosen.label} isSearchable>
      {(real) => <ProductSearch {...real} productRef={productRef} chosen={chosen} />}
    </FilterWhenUsed>
  )
}

const anyFolder: Option = { value: all, label: 'Any folder' }
const toFolderOption = (folder: string): Option => ({ value: folder, label: lastFolderOf(folder) })

type FolderProps = { readonly folder: string | null; readonly chosen: Option }

const FolderSearch = ({ folder, chosen, ...real }: FolderProps & Real) => {
  const { typed, setTyped, text } = useTyped(chosen)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...api.library.folders.queryOptions({ input: { text, limit: offered } }),
    placeholderData: keepPreviousData,
    // They are counted over the whole library: not at the start, nor with each change.
    enabled: isOpen,
  })
  const pictures = new Map(data?.map((row) => [row.folder, row.pictures]))
  const others = (data ?? []).filter((row) => row.folder !== folder).map((row) => toFolderOption(row.folder))
  return (
    <SearchedFilter
      {...real}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={[anyFolder, ...(folder === null ? [] : [chosen]), ...others]}
      value={folder ?? all}
      title={folder ?? ''}
      renderOption={({ option }) =>
        option.value === all ? (
          option.label
        ) : (
          <span className={classes.folder} title={option.value}>
            <span>{option.label}</span>
            <span className={classes.path}>
              {pictures.has(option.value) && `${formatCount(pictures.get(option.value) ?? 0)} · `}
              <bdi>{option.value}</bdi>
            </span>
          </span>
        )
      }
      onChange={(value) => setFilter({ folder: value === all ? null : value })}
    />
  )
}

const FolderFilter = ({ folder }: Pick<FolderProps, 'folder'>) => {
  const chosen = folder === null ? anyFolder : toFolderOption(folder)
  return (
    <FilterWhenUsed label="Folder" shown={chosen.label} title={folder ?? ''} isSearchable>
      {(real) => <FolderSearch {...real} folder={folder} chosen={chosen} />}
    </FilterWhenUsed>
  )
}

const conditions = Object.entries(conditionLabels).map(([value, label]) => ({ value, label }))

/** Only while pictures are checked. */
const CheckFilter = ({ failing }: { readonly failing: string | undefined }) => {
  const { data } = useQuery(api.checks.profiles.queryOptions())
  const used = (data ?? []).filter(({ isUsed }) => isUsed)
  if (used.length === 0 && failing === undefined) return null
  return (
    <ListFilter
      label="Shop checks"
      data={[
        { value: all, label: 'Any check' },
        { value: anyProfile, label: 'Fails a check' },
        ...used.map(({ id, name }) => ({ value: id, label: `Fails ${name}` })),
      ]}
      value={failing ?? all}
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      onChange={(value) => setFilter({ failing: value === null || value === all ? undefined : value })}
    />
  )
}

export const LibraryFilters = () => {
  const { state, format, productRef, folder, failing } = useLibraryView((view) => view.filter)
  return (
    <div className={classes.filters}>
      <ListFilter
        label="State"
        data={[{ value: all, label: 'Any state' }, ...conditions]}
        value={state ?? all}
        onChange={(value) => setFilter({ state: value === all ? null : (value as PictureCondition) })}
      />
      <FolderFilter folder={folder} />
      <ProductFilter productRef={productRef} />
      <ListFilter
        label="Format"
        data={[{ value: all, label: 'Any format' }, ...Object.entries(formatNames).map(([value, label]) => ({ value, label }))]}
        value={format ?? all}
        onChange={(value) => setFilter({ format: value === all ? null : (value as ImageFormat) })}
      />
      <CheckFilter failing={failing} />
    </div>
  )
}
