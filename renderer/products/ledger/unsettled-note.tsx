import { Button } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import { ScreenNote } from '../../ui/screen-note.tsx'
import { openSettle } from './settle-view.ts'
import { useUnsettledCount } from './use-unsettled.ts'

/** Says that work waits for the current pictures of products, and opens the sheet to state them. */
export const UnsettledNote = () => {
  const count = useUnsettledCount()
  if (count === 0) return null
  return (
    <ScreenNote
      icon="products"
      label="Products that need a look"
      action={
        <Button size="xs" variant="default" onClick={openSettle}>
          Review {count === 1 ? 'product' : 'products'}
        </Button>
      }
    >
      <b>{countOf(count, 'product needs', 'products need')} a look.</b> Attaching waits until you say which pictures{' '}
      {count === 1 ? 'it has' : 'they have'} now.
    </ScreenNote>
  )
}
