import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useShallow } from 'zustand/shallow'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { anyAcceptedFormat } from '../../../shared/pictures/picture-formats-words.ts'
import { OpenMoreSources } from '../../answers/other-sources/open-more-sources.tsx'
import { useLive } from '../../live.ts'
import { FillNote } from '../../products/ledger/fill-note.tsx'
import { SendAgainDialog } from '../../products/send-again/send-again.tsx'
import { api } from '../../queries.ts'
import { AfterDrawing } from '../../ui/after-drawing.tsx'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { ScreenLayout } from '../../ui/screen.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { WatchReportLine } from '../../watching/watch-report-line.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { Welcome } from '../../workspaces/connections/welcome.tsx'
import { KeptApartDialog } from '../similar/kept-apart.tsx'
import { NothingSimilar, SimilarLine } from '../similar/similar-line.tsx'
import { AddPictures } from './add-pictures.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { DetailsPane } from './details-pane.tsx'
import { useGroupCounts } from './library-groups.ts'
import { type LibraryOrder, useLibrarySize, useLibraryTotal } from './library-rows.ts'
import classes from './library-screen.module.css'
import { LibraryTools } from './library-tools.tsx'
import { isFiltered, noFilter, setFilter, useLibraryView } from './library-view.ts'
import { ListHead } from './list-head.tsx'
import { LocationLine } from './location-line.tsx'
import { NotAdded, NotAddedLink } from './not-added.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { PictureMenu } from './picture-menu.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useIsWelcome } from './use-is-welcome.ts'

const EmptyLibrary = () => {
  const isSample = useSession()?.connection?.isSample ?? false
  const intake = useLive((live) => live.intake)
  const { mutate, isPending } = useMutation(
    api.pictures.addSamples.mutationOptions({
      onSuccess: ({ added }) => tell(`${countOf(added, 'sample picture')} added`),
      onError: (error) => tellProblem('The sample pictures were not added.', error),
    }),
  )
  if (intake)
    return (
      <EmptyNote icon="picture" title="Adding your files">
        {formatCount(intake.done)} of {countOf(intake.found, 'file')}. Pictures appear here as they are added.
      </EmptyNote>
    )
  return (
    <EmptyNote
      icon="picture"
      title="No pictures yet"
      actions={
        isSample && (
          <Button loading={isPending} onClick={() => mutate(undefined)}>
            Add sample pictures
          </Button>
        )
      }
    >
      Drop pictures ({anyAcceptedFormat}) or folders anywhere in this window, paste them, or use the button above.
    </EmptyNote>
  )
}

const NothingFound = () => (
  <EmptyNote
    icon="search"
    title="No matching pictures"
    actions={
      <Button variant="default" onClick={() => setFilter(noFilter)}>
        Show all pictures
      </Button>
    }
  >
    Try fewer words, or remove a filter.
  </EmptyNote>
)

/** Why there are no pictures here. */
const NothingShown = ({ order }: { readonly order: LibraryOrder }) => {
  const size = useLibrarySize()
  if (isFiltered(order.filter)) return <NothingFound />
  return order.groupBy === 'similar' && size !== 0 ? <NothingSimilar /> : <EmptyLibrary />
}

/** Loaded once the first sight is drawn. A preview that somebody opens before that appears then. */
const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }))

/** Loaded once the first sight is drawn, too. */
const RemovalQuestion = lazy(async () => ({ default: (await import('./removal-question.tsx')).RemovalQuestion }))

// Stable elements: while pictures are added, only the parts that show them render again.
const addPictures = (
  <>
    <OpenMoreSources />
    <AddPictures />
  </>
)
const libraryTools = <LibraryTools />
const notAdded = (
  <>
    <FillNote />
    <WatchReportLine />
    <NotAdded />
    <ChangedFiles />
    <LocationLine />
    <SimilarLine />
  </>
)

/** All pictures, and the details of the selected ones. */
export const LibraryScreen = () => {
  const isWelcome = useIsWelcome()
  // Not the selection: each arrow key would render all of this again.
  const order = useLibraryView(useShallow(({ sort, filter, groupBy }) => ({ sort, filter, groupBy })))
  const layout = useLibraryView((view) => view.layout)
  const isDetailsOpen = useLibraryView((view) => view.isDetailsOpen)
  const { total, error: totalError, isPending } = useLibraryTotal(order)
  const { counts, isGrouped, error: groupError } = useGroupCounts(order)
  const error = totalError ?? groupError
  if (isWelcome) return <Welcome />
  return (
    <ScreenLayout
      title="Library"
      aside={
        isPending || error ? null : (
          <>
            <span>{countOf(total, 'picture')}</span>
            <NotAddedLink />
          </>
        )
      }
      tools={addPictures}
    >
      {libraryTools}
      {notAdded}
      <div className={classes.body}>
        <div className={classes.pictures}>
          {error && <UnreadNote what="The library cannot be shown." error={error} />}
          {layout === 'list' && total > 0 && <ListHead />}
          {total > 0 && (!isGrouped || counts) && <PictureGrid order={order} total={total} groups={counts ?? null} />}
          {total === 0 && !isPending && !error && <NothingShown order={order} />}
          <SelectionBar />
        </div>
        {isDetailsOpen && <DetailsPane order={order} />}
      </div>
      <PictureMenu />
      <SendAgainDialog />
      <KeptApartDialog />
      <AfterDrawing>
        <Suspense>
          <Preview order={order} total={total} />
          <RemovalQuestion />
        </Suspense>
      </AfterDrawing>
    </ScreenLayout>
  )
}
