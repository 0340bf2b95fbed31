import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatCount } from '../../../shared/base/number-words.ts'
import { goToAsk } from '../../answers/questions/go-to-ask.ts'
import { SendAgainOffer } from '../../products/send-again/send-again.tsx'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import classes from './details-pane.module.css'
import { type LibraryOrder, useLibraryTotal } from './library-rows.ts'
import { useLibraryView } from './library-view.ts'
import { PictureDetails } from './picture-details.tsx'
import { selectAll } from './use-grid-keys.ts'
import { reportUnselected } from './use-press.ts'

const One = ({ imageId }: { readonly imageId: string }) => {
  const { data, error } = useQuery(api.library.details.queryOptions({ input: { imageId } }))
  if (error) return <UnreadNote what="The details cannot be shown." error={error} />
  return data ? <PictureDetails details={data} /> : null
}

/** Loaded when several pictures are selected first. */
const FixMany = lazy(async () => ({ default: (await import('../../checks/fix-many.tsx')).FixMany }))

const Many = ({ ids }: { readonly ids: ReadonlySet<string> }) => (
  <div className={classes.note}>
    <Icon name="library" size={32} />
    <Title order={2}>{formatCount(ids.size)} pictures</Title>
    <Text size="sm" c="dimmed" ta="center">
      Ask one question about all of them, or attach them to one product in this order.
    </Text>
    <Button variant="default" size="xs" mt={8} mb={16} onClick={goToAsk}>
      Ask…
    </Button>
    <SendAgainOffer imageIds={ids} />
    <Suspense fallback={null}>
      <FixMany imageIds={ids} />
    </Suspense>
  </div>
)

const None = ({ order }: { readonly order: LibraryOrder }) => {
  const { total } = useLibraryTotal(order)
  if (total === 0) return null
  return (
    <div className={classes.note}>
      <Icon name="picture" size={32} />
      <Text size="sm" c="dimmed" ta="center">
        Select a picture to see its details. Hold Shift or Ctrl to select more.
      </Text>
      <Button variant="default" size="xs" mt={8} onClick={() => void selectAll(order).catch(reportUnselected)}>
        Select all
      </Button>
    </div>
  )
}

/** The details of the selected pictures. */
export const DetailsPane = ({ order }: { readonly order: LibraryOrder }) => {
  const { ids } = useLibraryView((view) => view.selection)
  const [only] = ids
  return (
    <section className={classes.pane} aria-label="Details">
      {ids.size > 1 ? <Many ids={ids} /> : only ? <One imageId={only} /> : <None order={order} />}
    </section>
  )
}
