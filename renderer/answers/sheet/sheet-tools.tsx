import { ActionIcon, Button, Menu, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { type SheetFilter, sheetFilter } from '../../../shared/answers/sheet.ts'
import { describeSheetChange, filterWords } from '../../../shared/answers/sheet-cells-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { ExportsMenu } from '../../exchange/exports/exports-menu.tsx'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { modName } from '../../ui/keys.ts'
import { Tip } from '../../ui/tip.tsx'
import { showColumn } from './column-choice.ts'
import { focusGrid } from './focus-grid.ts'
import { DropFilter, ProductFilter } from './row-filters.tsx'
import { redo, undo } from './sheet-actions.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { sheetSearchId } from './sheet-search-focus.ts'
import classes from './sheet-tools.module.css'
import { changeLook, lookOf, openDialog, showRows, turnReview, useSheetView } from './sheet-view.ts'
import { type ChosenSet, useChosenSet, useShown } from './use-sheet.ts'

/** Exports what the sheet shows: its rows, and its columns in their order. */
const SheetExports = ({ set }: { readonly set: ChosenSet }) => {
  const { view, columns } = useShown(set)
  const workspace = useSheetView((sheet) => sheet.workspace)
  const shown = columns.flatMap(({ question }) => set.questions.find((one) => one.question === question) ?? [])
  return <ExportsMenu sheet={{ set, view, workspace, shown }} />
}

export const SetChooser = ({ sets }: { readonly sets: readonly ChosenSet[] }) => (
  <Select
    className={classes.sets}
    aria-label="Question set"
    data={sets.map(({ id, name }) => ({ value: id, label: name }))}
    value={useChosenSet(sets)?.id ?? null}
    searchable={sets.length > 8}
    onChange={(setId) => showRows({ setId })}
  />
)

/** What is done with the sheet as a whole, beside its title. */
export const SheetActions = ({ sets }: { readonly sets: readonly ChosenSet[] }) => {
  const { data } = useQuery(api.sheet.lastChanges.queryOptions())
  const chosen = useChosenSet(sets)
  const mode = useSheetView((view) => view.mode)
  const isPictureShown = useSheetView((view) => view.isPictureShown)
  const step = (which: 'Undo' | 'Redo') => {
    const change = which === 'Undo' ? data?.undo : data?.redo
    const keys = which === 'Undo' ? `${modName} Z` : `${modName} Shift Z`
    const label = change ? `${which}: ${describeSheetChange(change)} (${keys})` : `There is nothing to ${which.toLowerCase()}`
    return (
      <Tip label={label}>
        <ActionIcon
          aria-label={which}
          aria-disabled={!change}
          data-disabled={!change || undefined}
          onClick={() => (change ? void (which === 'Undo' ? undo() : redo()).then(focusGrid) : undefined)}
        >
          <Icon name={which === 'Undo' ? 'undo' : 'redo'} />
        </ActionIcon>
      </Tip>
    )
  }
  return (
    <>
      {step('Undo')}
      {step('Redo')}
      <Tip label={`Find and replace (${modName} H)`}>
        <ActionIcon aria-label="Find and replace" onClick={() => openDialog('find')}>
          <Icon name="search" />
        </ActionIcon>
      </Tip>
      <Tip label={isPictureShown ? 'Hide the picture' : 'Show the picture'}>
        <ActionIcon
          aria-label="Picture beside the sheet"
          aria-pressed={isPictureShown}
          onClick={() => useSheetView.setState({ isPictureShown: !isPictureShown })}
        >
          <Icon name="panel" />
        </ActionIcon>
      </Tip>
      <Button
        variant={mode === 'review' ? 'light' : 'default'}
        aria-pressed={mode === 'review'}
        aria-keyshortcuts="Alt+R"
        leftSection={<Icon name="check" size={16} />}
        title="Alt R"
        onClick={() => {
          turnReview()
          focusGrid()
        }}
      >
        Review
      </Button>
      {chosen && <SheetExports set={chosen} />}
      <Button leftSection={<Icon name="questions" size={16} />} onClick={() => openDialog('ask')} disabled={sets.length === 0}>
        Ask…
      </Button>
    </>
  )
}

const SearchBox = () => {
  const text = useSheetView((view) => view.text)
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((words: string) => showRows({ text: words }), 150)
  useEffect(() => setTyped(text), [text])
  return (
    <TextInput
      id={sheetSearchId}
      className={classes.search}
      aria-label="Search the sheet"
      placeholder="Search names, products and answers"
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') focusGrid()
        if (event.key !== 'Escape') return
        search.cancel()
        setTyped('')
        showRows({ text: '' })
      }}
    />
  )
}

const FilterMenu = () => {
  const only = useSheetView((view) => view.only)
  const turn = (one: SheetFilter) => showRows({ only: only.includes(one) ? only.filter((other) => other !== one) : [...only, one] })
  const [first] = only
  const label = first === undefined ? 'Any state' : only.length === 1 ? filterWords[first] : `${only.length} states`
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant={only.length > 0 ? 'light' : 'default'}
          fw={400}
          rightSection={<Icon name="chevron" size={14} />}
          aria-label={`State filter: ${label}${only.length > 1 ? `: ${only.map((one) => filterWords[one]).join(', ')}` : ''}`}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Rows in which a cell is</Menu.Label>
        {sheetFilter.options.map((one) => (
          <Menu.CheckboxItem key={one} checked={only.includes(one)} onChange={() => turn(one)}>
            {filterWords[one]}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={only.length === 0} onClick={() => showRows({ only: [] })}>
          Any state
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const groupings = [
  { by: 'nothing', label: 'Nothing' },
  { by: 'product', label: 'Product' },
  { by: 'folder', label: 'Folder' },
] as const

type Filtered = { readonly questions: ShownSheet['questions']; readonly setId: string }

const ViewMenu = ({ questions, setId }: Filtered) => {
  const rows = useSheetView((view) => view.rows)
  const groupBy = useSheetView((view) => view.groupBy)
  const hidden = useSheetView((view) => lookOf(view.columns, setId).hidden)
  const labels = new Map(questions.map(({ question, column }) => [question, column]))
  const known = hidden.filter((question) => labels.has(question))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" fw={400} rightSection={<Icon name="chevron" size={14} />}>
          {rows === 'products' ? 'Products' : groupBy === 'nothing' ? 'Pictures' : `Pictures by ${groupBy}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} className={classes.long}>
        <Menu.Label>Rows</Menu.Label>
        <Menu.RadioGroup value={rows} onChange={(value) => showRows({ rows: value as 'pictures' })}>
          <Menu.RadioItem value="pictures">Pictures</Menu.RadioItem>
          <Menu.RadioItem value="products">Products, with their main picture</Menu.RadioItem>
        </Menu.RadioGroup>
        {rows === 'pictures' && (
          <>
            <Menu.Label>Group by</Menu.Label>
            <Menu.RadioGroup value={groupBy} onChange={(value) => showRows({ groupBy: value as 'nothing' })}>
              {groupings.map(({ by, label }) => (
                <Menu.RadioItem key={by} value={by}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        {known.length > 0 && <Menu.Label>Hidden columns</Menu.Label>}
        {known.map((question) => (
          <Menu.Item key={question} onClick={() => changeLook(setId, (look) => showColumn(look, question))}>
            Show “{labels.get(question)}”
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const Chosen = () => {
  const images = useSheetView((view) => view.images)
  if (!images) return null
  return (
    <Button
      variant="light"
      fw={400}
      rightSection={<Icon name="close" size={14} />}
      onClick={() => showRows({ images: null })}
      title="Show all pictures"
    >
      {countOf(images.count, 'selected picture')}
    </Button>
  )
}

/** Not drawn again with each key in the sheet, or with other rows. */
export const SheetFilters = memo(({ questions, setId }: Filtered) => (
  <div className={classes.tools}>
    <SearchBox />
    <ViewMenu questions={questions} setId={setId} />
    <FilterMenu />
    <ProductFilter />
    <DropFilter />
    <Chosen />
  </div>
))
