import { Button } from '@mantine/core'
import { countOf } from '../../shared/words/numbers.ts'
import { Icon } from '../ui/icon.tsx'
import { openSettle } from './settle-view.ts'
import classes from './unsettled-note.module.css'
import { useUnsettledCount } from './use-unsettled.ts'

/** Says that work waits for the current pictures of products, and opens the sheet to state them. */
export const UnsettledNote = () => {
  const count = useUnsettledCount()
  if (count === 0) return null
  return (
    <section className={classes.note} aria-label="Products that need a look">
      <Icon name="products" size={18} />
      <p className={classes.words}>
        <b>{countOf(count, 'product needs', 'products need')} a look.</b> Attaching waits until you say which pictures{' '}
        {count === 1 ? 'it has' : 'they have'} now.
      </p>
      <Button size="xs" variant="default" onClick={openSettle}>
        Review {count === 1 ? 'product' : 'products'}
      </Button>
    </section>
  )
}
