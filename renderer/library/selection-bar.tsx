import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { countOf, formatCount } from '../../shared/words/numbers.ts'
import { goToAsk } from '../ask/go-to-ask.ts'
import { openAttach } from '../products/attach-view.ts'
import { useWithheld } from '../settings/use-scope.ts'
import { Icon } from '../ui/icon.tsx'
import { tellProblem } from '../ui/tell.tsx'
import { WithheldButton } from '../ui/withheld-button.tsx'
import type { LibraryOrder } from './library-rows.ts'
import { readAllIds } from './library-rows.ts'
import { clearSelection, useLibraryView } from './library-view.ts'
import { removePictures } from './remove-pictures.ts'
import classes from './selection-bar.module.css'

/** The chosen ids in the library's order, which is the order they are attached in; those that a filter hides come last. */
export const readChosen = async (order: LibraryOrder): Promise<string[]> => {
  const { ids } = useLibraryView.getState().selection
  if (ids.size === 1) return [...ids]
  const shown = (await readAllIds(order)).filter((id) => ids.has(id))
  const seen = new Set(shown)
  return [...shown, ...[...ids].filter((id) => !seen.has(id))]
}

export const attachChosen = async (order: LibraryOrder): Promise<void> => {
  try {
    openAttach(await readChosen(order))
  } catch (error) {
    tellProblem('The pictures could not be read.', error)
  }
}

/** The bar closes with the selection: its focus moves to the pictures, instead of getting lost. */
const focusPictures = (): void => document.querySelector<HTMLElement>('[role="grid"]')?.focus()

/** The actions for the selected pictures. */
export const SelectionBar = ({ order }: { readonly order: LibraryOrder }) => {
  const count = useLibraryView((view) => view.selection.ids.size)
  const withheld = useWithheld()
  if (count === 0) return null
  return (
    <section className={classes.bar} aria-label="Selection">
      <span className={classes.count}>
        {formatCount(count)} <span className={classes.word}>selected</span>
      </span>
      <Button variant="subtle" size="xs" leftSection={<Icon name="questions" size={16} />} onClick={goToAsk}>
        Ask…
      </Button>
      <WithheldButton
        withheld={withheld}
        variant="subtle"
        size="xs"
        leftSection={<Icon name="products" size={16} />}
        onClick={() => void attachChosen(order)}
      >
        Attach to product
      </WithheldButton>
      <Tooltip label={`Remove ${countOf(count, 'picture')}`}>
        <ActionIcon
          aria-label="Remove from library"
          size={30}
          onClick={() => void removePictures([...useLibraryView.getState().selection.ids]).then(focusPictures)}
        >
          <Icon name="trash" size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Select none">
        <ActionIcon
          aria-label="Select none"
          size={30}
          onClick={() => {
            clearSelection()
            focusPictures()
          }}
        >
          <Icon name="close" size={18} />
        </ActionIcon>
      </Tooltip>
    </section>
  )
}
