import { Button } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import { goTo } from '../../navigation.ts'
import { useLibraryView } from '../../pictures/library/library-view.ts'
import { attachChosen } from '../../pictures/library/selection-bar.tsx'
import { ScreenNote } from '../../ui/screen-note.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { stopFilling, useProductToFill } from './add-to-product.ts'
import classes from './fill-note.module.css'
import { nameProduct } from './name-product.ts'

/** In the library, while a person picks pictures for a product. */
export const FillNote = () => {
  const product = useProductToFill((view) => view.product)
  const connectionId = useSession()?.connection?.id ?? null
  const count = useLibraryView((view) => view.selection.ids.size)
  const withheld = useWithheld()
  if (!product || product.connectionId !== connectionId) return null
  return (
    <ScreenNote
      icon="products"
      label="Pictures for a product"
      className={classes.note}
      action={
        <>
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
        </>
      }
    >
      Select pictures for <b>{nameProduct(product)}</b>.
    </ScreenNote>
  )
}
