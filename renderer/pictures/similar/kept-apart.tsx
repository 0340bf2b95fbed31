import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { keptWords } from '../../../shared/base/kept-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { ApartPictures } from '../../../shared/pictures/similar.ts'
import { nothingApartWords } from '../../../shared/pictures/similar-words.ts'
import { client } from '../../bridge.ts'
import { PictureStrip } from '../../products/ledger/picture-strip.tsx'
import { api } from '../../queries.ts'
import { formatAgo } from '../../ui/format.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import classes from '../library/library-line.module.css'

/** Shown at once: the last ones. */
const most = 100

const groupAgain = async ({ at }: ApartPictures): Promise<void> => {
  try {
    await client.similar.same({ at })
    tell('No longer kept apart', { text: 'Pictures that show the same are in one group again.' })
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
  }
}

const Apart = (apart: ApartPictures) => {
  const names = apart.pictures.slice(0, 3).map(({ name }) => name)
  const more = apart.total > names.length ? ` and ${apart.total - names.length} more` : ''
  const title = `${names.join(', ')}${more}`
  const items = apart.pictures.map(({ imageId, name }) => ({ key: imageId, imageId, name }))
  return (
    <li className={classes.changed}>
      <Stack gap={6} className={classes.both}>
        <Text size="sm" truncate title={title}>
          {title} · {formatAgo(apart.at, Date.now())}
        </Text>
        <PictureStrip label={title} items={items} total={apart.total} />
      </Stack>
      <Button size="compact-sm" variant="default" flex="none" aria-label={`Group again: ${title}`} onClick={() => void groupAgain(apart)}>
        Group again
      </Button>
    </li>
  )
}

const apartOptions = () => api.similar.apart.queryOptions({ input: { offset: 0, limit: most } })

/** The dialog outlives what it was opened from: the last pair that is grouped again brings another line. */
const useKeptApart = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

/** Opens the list of pictures that a person called different. Nothing where there are none. */
export const KeptApartButton = () => {
  const { data } = useQuery(apartOptions())
  if (!data || data.total === 0) return null
  return (
    <Button size="compact-sm" variant="subtle" color="gray" flex="none" onClick={() => useKeptApart.setState({ isOpen: true })}>
      Kept apart…
    </Button>
  )
}

const Listed = () => {
  const { data, error } = useQuery(apartOptions())
  if (error) return <UnreadNote what="The pictures kept apart cannot be shown." error={error} />
  if (!data) return null
  const { total, rows } = data
  return (
    <>
      <Text size="sm" c="dimmed">
        {total === 0 ? nothingApartWords : 'You said that these pictures show different things, so they are in no group together.'}
      </Text>
      <ul className={classes.apart}>
        {rows.map((one) => (
          <Apart key={one.at} {...one} />
        ))}
      </ul>
      {total > rows.length && (
        <Text size="sm" c="dimmed" mt={8}>
          And {countOf(total - rows.length, 'earlier one', 'earlier ones')}.
        </Text>
      )}
    </>
  )
}

/** What a person called different, to take it back. */
export const KeptApartDialog = () => {
  const isOpen = useKeptApart((view) => view.isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={() => useKeptApart.setState({ isOpen: false })}
      size={640}
      title="Pictures kept apart"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Listed />
    </Modal>
  )
}
