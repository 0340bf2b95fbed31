import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { SheetRow } from '../../../shared/answers/sheet.ts'
import { describeCounts } from '../../../shared/answers/sheet-cells-words.ts'
import { goTo } from '../../navigation.ts'
import { AddPictures } from '../../pictures/library/add-pictures.tsx'
import { useLibrarySize } from '../../pictures/library/library-rows.ts'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { useHoldLists } from '../../ui/hold-lists.ts'
import { Later } from '../../ui/later.tsx'
import { ScreenLayout } from '../../ui/screen.tsx'
import { hideNote } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { usePages, useStandStill } from '../../ui/use-pages.ts'
import { EnlargedPicture } from './enlarged-picture.tsx'
import { useRememberedLook } from './remember-sheet.ts'
import { ReviewBar } from './review-bar.tsx'
import { SheetContext } from './sheet-context.ts'
import { SheetDialogs } from './sheet-dialogs.tsx'
import { SheetGrid } from './sheet-grid.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { rowsPerPage, type ShownSheet, sheetPage } from './sheet-queries.ts'
import classes from './sheet-screen.module.css'
import { SheetSide } from './sheet-side.tsx'
import { SetChooser, SheetActions, SheetFilters } from './sheet-tools.tsx'
import { showRows, useSheetView } from './sheet-view.ts'
import { UnsavedNote } from './unsaved-note.tsx'
import { type ChosenSet, useChosenSet, useSets, useShown } from './use-sheet.ts'

/** What a screen reader hears after each change; the cells themselves change silently. */
const Said = () => {
  const said = useSheetView((view) => view.said)
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
}

const NoRows = () => (
  <EmptyNote
    icon="search"
    title="No rows found"
    actions={
      <Button variant="default" onClick={() => showRows({ text: '', only: [], product: null, drop: null, images: null })}>
        Show all
      </Button>
    }
  >
    No row matches the search and the filters.
  </EmptyNote>
)

/** Notes whose “Undo” is about another workspace go with it. */
const useShowWorkspace = (workspace: string | null): void =>
  useLayoutEffect(() => {
    if (useSheetView.getState().workspace === workspace) return
    hideNote('sheet')
    useSheetView.setState({ workspace })
  }, [workspace])

const Rows = ({ set }: { readonly set: ChosenSet }) => {
  const { view, columns } = useShown(set)
  const isPictureShown = useSheetView((state) => state.isPictureShown)
  const isEditing = useSheetView((state) => state.editing !== null)
  useHoldLists(isEditing)
  const isNarrow = useMediaQuery('(width < 1040px)') ?? false
  const isChecked = useQuery(api.checks.profiles.queryOptions()).data?.some(({ isUsed }) => isUsed) === true
  const read = useMemo(() => sheetPage(view), [view])
  // Its page, since this is drawn again with each change. The row may be being edited while another part is in view.
  const kept = useSheetView(({ selection }) => selection.active.row - (selection.active.row % rowsPerPage))
  const { total, rowAt, onRange, error, isPending, isPlaceholderData } = usePages<SheetRow>(read, { size: rowsPerPage, kept })
  const enabled = useStandStill()
  const first = useQuery({ ...sheetPage(view)(0), enabled, placeholderData: keepPreviousData }).data
  // They come after the rows: the core reads every cell for them.
  const isCounted: typeof enabled = (query) => first !== undefined && enabled(query)
  const countsOf = api.sheet.counts.queryOptions({ input: { view } })
  const counts = useQuery({ ...countsOf, enabled: isCounted, placeholderData: keepPreviousData }).data
  useShowWorkspace(first?.workspace ?? null)
  const { id, name, questions } = set
  const sheet = useMemo<ShownSheet>(() => ({ view, name, questions, columns, total }), [view, name, questions, columns, total])
  return (
    <SheetContext value={sheet}>
      <SheetFilters questions={questions} setId={id} />
      <ReviewBar sheet={sheet} said={counts ? describeCounts(counts) : ''} />
      <UnsavedNote />
      {error && <UnreadNote what="The sheet cannot be shown." error={error} />}
      {total === 0 && !isPending && !error && <NoRows />}
      {total > 0 && (
        <Later>
          <div className={classes.body}>
            <SheetGrid
              sheet={sheet}
              headWidth={(isNarrow ? 168 : 224) + (isChecked ? 64 : 0)}
              isChecked={isChecked}
              rowAt={rowAt}
              onRange={onRange}
              isOld={isPlaceholderData}
            />
            {isPictureShown && <SheetSide sheet={sheet} rowAt={rowAt} />}
          </div>
        </Later>
      )}
      <Later turns={3}>
        <SheetMenu />
        <SheetDialogs />
        <EnlargedPicture sheet={sheet} rowAt={rowAt} />
      </Later>
    </SheetContext>
  )
}

const NoSets = () => (
  <EmptyNote icon="sheet" title="No questions yet" actions={<Button onClick={() => goTo('questions')}>Go to Questions</Button>}>
    A sheet has your pictures as rows and questions as columns. Save a question set, or ask a question about your pictures.
  </EmptyNote>
)

const NoPictures = () => (
  <EmptyNote icon="picture" title="No pictures yet" actions={<AddPictures />}>
    Add pictures first: drop files or folders anywhere in this window. Each becomes a row of the sheet.
  </EmptyNote>
)

const ReadRows = ({ set }: { readonly set: ChosenSet }) => {
  const { view } = useShown(set)
  const enabled = useStandStill()
  useQuery({ ...sheetPage(view)(0), enabled })
  return null
}

/** Begins to read the first rows while the screen is still being drawn. */
const ReadAhead = ({ sets }: { readonly sets: readonly ChosenSet[] }) => {
  const set = useChosenSet(sets)
  return set ? <ReadRows set={set} /> : null
}

const Content = ({ sets }: { readonly sets: readonly ChosenSet[] }) => {
  const setId = useSheetView((view) => view.setId)
  const chosen = sets.find(({ id }) => id === setId) ?? sets[0]
  return chosen ? <Rows key={chosen.id} set={chosen} /> : <NoSets />
}

/** Pictures or products down, questions across: answers are looked over, changed and approved. */
export const SheetScreen = () => {
  const { sets, error } = useSets()
  const isKnown = useRememberedLook()
  const size = useLibrarySize()
  // What is open ends with the screen.
  useEffect(() => () => useSheetView.setState({ dialog: null, menu: null, isEnlarged: false }), [])
  return (
    <ScreenLayout
      title="Sheet"
      aside={
        sets &&
        sets.length > 0 && (
          <Later>
            <SetChooser sets={sets} />
          </Later>
        )
      }
      tools={
        sets &&
        sets.length > 0 &&
        size !== 0 && (
          <Later>
            <SheetActions sets={sets} />
          </Later>
        )
      }
    >
      {error && <UnreadNote what="The question sets cannot be shown." error={error} />}
      {sets && isKnown && <ReadAhead sets={sets} />}
      {size === 0 ? (
        <NoPictures />
      ) : (
        sets &&
        isKnown && (
          <Later turns={2}>
            <Content sets={sets} />
          </Later>
        )
      )}
      <VisuallyHidden id="sheet-keys">
        Arrow keys move, Enter edits, Space enlarges the picture. Press Escape, then Tab, to leave the sheet.
      </VisuallyHidden>
      <Said />
    </ScreenLayout>
  )
}
