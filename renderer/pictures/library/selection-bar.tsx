import { ActionIcon, Button } from '@mantine/core'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { goToAsk } from '../../answers/questions/go-to-ask.ts'
import { openInSheet } from '../../answers/sheet/open-in-sheet.ts'
import { productToFill } from '../../products/ledger/add-to-product.ts'
import { openAttach } from '../../products/ledger/attach-view.ts'
import { openSendAgain } from '../../products/send-again/send-again.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tellProblem } from '../../ui/tell.tsx'
import { Tip } from '../../ui/tip.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { focusPictures } from './focus-pictures.ts'
import { clearSelection, useLibraryView } from './library-view.ts'
import { removeSelected } from './remove-pictures.ts'
import { readSelected, selectionRead } from './select-once-read.ts'
import classes from './selection-bar.module.css'

/** Clicked one by one, they are attached in that order; else by name. To the product that they were picked for, if there is one. */
export const attachChosen = async (): Promise<void> => {
  await selectionRead()
  const { ids, hasRange } = useLibraryView.getState().selection
  if (ids.size === 0) return
  try {
    const product = productToFill()
    await openAttach([...ids], hasRange ? 'by-name' : 'as-clicked', product && { kind: 'known', product })
  } catch (error) {
    tellProblem('The pictures could not be read.', error)
  }
}

/** The actions for the selected pictures. */
export const SelectionBar = () => {
  const count = useLibraryView((view) => view.selection.ids.size)
  const hidden = useLibraryView((view) => view.selection.chosen.size) - count
  const isSelecting = useLibraryView((view) => view.isSelecting)
  const withheld = useWithheld()
  if (isSelecting)
    return (
      <section className={classes.bar} aria-label="Selection">
        <span className={classes.count} role="status">
          Selecting…
        </span>
      </section>
    )
  const selectNone = (
    <Tip label="Select none">
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
    </Tip>
  )
  if (count === 0 && hidden === 0) return null
  if (count === 0)
    return (
      <section className={classes.bar} aria-label="Selection">
        <span className={classes.count}>{countOf(hidden, 'selected picture is', 'selected pictures are')} not shown</span>
        {selectNone}
      </section>
    )
  return (
    <section className={classes.bar} aria-label="Selection">
      <span className={classes.count}>
        {formatCount(count)} <span className={classes.word}>selected</span>
        {hidden > 0 && <span className={classes.hidden}> · {formatCount(hidden)} not shown</span>}
      </span>
      <Button variant="subtle" size="xs" leftSection={<Icon name="questions" size={16} />} onClick={goToAsk}>
        Ask…
      </Button>
      <WithheldButton
        withheld={withheld}
        variant="subtle"
        size="xs"
        leftSection={<Icon name="products" size={16} />}
        onClick={() => void attachChosen()}
      >
        Attach to product ({formatCount(count)})
      </WithheldButton>
      <Tip label={`Show ${countOf(count, 'picture')} in the sheet`}>
        <ActionIcon aria-label="Show in the sheet" size={30} onClick={() => void readSelected().then(openInSheet)}>
          <Icon name="sheet" size={18} />
        </ActionIcon>
      </Tip>
      <Tip label="Send again, where the workspace has an earlier file">
        <ActionIcon aria-label="Send again" size={30} onClick={() => void readSelected().then(openSendAgain)}>
          <Icon name="retry" size={18} />
        </ActionIcon>
      </Tip>
      <Button
        variant="subtle"
        size="xs"
        aria-label={`Remove ${formatCount(count)} from the library`}
        leftSection={<Icon name="trash" size={16} />}
        onClick={() => void removeSelected().then(focusPictures)}
      >
        Remove {formatCount(count)}
      </Button>
      {selectNone}
    </section>
  )
}
