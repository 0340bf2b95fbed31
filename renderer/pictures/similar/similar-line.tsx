import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { describeSimilarLeft, describeSimilarSummary, similarLimits } from '../../../shared/pictures/similar-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import classes from '../library/library-line.module.css'
import { isFiltered, setGrouping, useLibraryView } from '../library/library-view.ts'
import { KeptApartButton } from './kept-apart.tsx'
import { leaveOutAllOthers } from './leave-out-similar.ts'

const summaryOptions = () => ({ ...api.similar.summary.queryOptions(), placeholderData: keepPreviousData })

/** Above the groups of pictures that show the same: how many there are, and what is still to be compared. */
export const SimilarLine = () => {
  const isShown = useLibraryView(({ groupBy }) => groupBy === 'similar')
  const isAll = useLibraryView(({ filter }) => !isFiltered(filter))
  const { data } = useQuery({ ...summaryOptions(), enabled: isShown })
  useEffect(() => {
    // Without this the core waits until nothing else goes on. If it can't, the line says what is left.
    if (isShown) client.similar.find({}).catch(() => {})
  }, [isShown])
  if (!isShown || !data || data.groups === 0) return null
  const left = describeSimilarLeft(data.left)
  return (
    <section className={`${classes.line} ${classes.plain}`} aria-label="Similar pictures">
      <Icon name="picture" size={18} />
      <span className={classes.words} title={similarLimits}>
        {describeSimilarSummary(data)} {left}
      </span>
      <KeptApartButton />
      {isAll && data.others > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => void leaveOutAllOthers()}>
          Leave out {countOf(data.others, 'picture')}
        </Button>
      )}
    </section>
  )
}

/** In place of the groups, if there are none. */
export const NothingSimilar = () => {
  const { data } = useQuery(summaryOptions())
  return (
    <EmptyNote
      icon="picture"
      title={(data?.left ?? 0) > 0 ? 'Looking for similar pictures' : 'No similar pictures'}
      actions={
        <>
          <Button variant="default" onClick={() => setGrouping('nothing')}>
            Show all pictures
          </Button>
          <KeptApartButton />
        </>
      }
    >
      {describeSimilarLeft(data?.left ?? 0)} {similarLimits}
    </EmptyNote>
  )
}
