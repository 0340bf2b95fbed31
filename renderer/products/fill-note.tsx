import { Button } from '@mantine/core'
import { countOf } from '../../shared/words/numbers.ts'
import { useSession } from '../connect/use-session.ts'
import { useLibraryView } from '../library/library-view.ts'
import { attachChosen } from '../library/selection-bar.tsx'
import { goTo } from '../navigation.ts'
import { useWithheld } from '../settings/use-scope.ts'
import { Icon } from '../ui/icon.tsx'
import { WithheldButton } from '../ui/withheld-button.tsx'
import { stopFilling, useProductToFill } from './add-to-product.ts'
import own from './fill-note.module.css'
import { nameProduct } from './name-product.ts'
import classes from './unsettled-note.module.css'

/** In the library, while a person picks pictures for a product. */
export const FillNote = () => {
  const product = useProductToFill((view) => view.product)
  const connectionId = useSession()?.connection?.id ?? null
  const count = useLibraryView((view) => view.selection.ids.size)
  const withheld = useWithheld()
  if (!product || product.connectionId !== connectionId) return null
  return (
    <section className={`${classes.note} ${own.note}`} aria-label="Pictures for a product">
      <Icon name="products" size={18} />
      <p className={classes.words}>
        Select pictures for <b>{nameProduct(product)}</b>.
      </p>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          stopFilling()
          goTo('products')
        }}
      >
        Cancel
      </Button>
      <WithheldButton
        size="xs"
        withheld={withheld ?? (count === 0 ? 'Select the pictures first.' : null)}
        onClick={() => void attachChosen()}
      >
        {count === 0 ? 'Attach…' : `Attach ${countOf(count, 'picture')}…`}
      </WithheldButton>
    </section>
  )
}
