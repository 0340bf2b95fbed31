import { Button, Checkbox, Group, Modal, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useContext, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { WriteForm } from '../brand-voices/write-form.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { CellHistory } from './cell-history.tsx'
import { countCells, isOneCell, rangeOf } from './cell-range.ts'
import { focusGrid } from './focus-grid.ts'
import { followSelection } from './follow-selection.ts'
import { moveToNext } from './move-cursor.ts'
import { askAgain, chosenOf, replaceAll, review } from './sheet-actions.ts'
import { SheetContext } from './sheet-context.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { closeDialog, type SheetDialog, useSheetView } from './sheet-view.ts'
import { writeCells } from './write-cells.ts'

const close = (): void => {
  closeDialog()
  // After the dialog has given its focus back.
  setTimeout(focusGrid)
}

/** Longest hint, in characters. */
const longestHint = 500

/** Asks again with a hint; `isReject`: after rejecting, where no hint means only that. */
const HintForm = ({ sheet, isReject }: { readonly sheet: ShownSheet; readonly isReject: boolean }) => {
  const [hint, setHint] = useState('')
  const selection = useSheetView((view) => view.selection)
  const withheld = useWithheld()
  const count = countCells(rangeOf(selection))
  const hasHint = hint.trim() !== ''
  const run = async (isAsked: boolean): Promise<void> => {
    close()
    if (!followSelection(sheet)) return
    const chosen = useSheetView.getState().selection
    const range = rangeOf(chosen)
    // Once for both: rows may move while the review is saved.
    const what = chosenOf(sheet, range)
    if (isReject) {
      const done = review(sheet, range, 'rejected', what)
      if (isOneCell(chosen)) await moveToNext(sheet, chosen.active)
      await done
    }
    if (isAsked) await askAgain(what, hint)
  }
  const submit = (): void => void run(isReject ? hasHint && withheld === null : true)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReject || withheld === null) submit()
      }}
    >
      <Textarea
        label="Hint for the new answer (optional)"
        description={`For example: shorter, or: name the color first. It is added to the question${count > 1 ? ` of ${countOf(count, 'cell')}` : ''}.`}
        data-autofocus
        autosize
        minRows={2}
        maxRows={4}
        maxLength={longestHint}
        value={hint}
        onChange={(event) => setHint(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <Group gap={8} mt={16} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        {isReject && (
          <Button variant={hasHint ? 'default' : 'filled'} onClick={() => void run(false)}>
            Reject
          </Button>
        )}
        <WithheldButton withheld={withheld} variant={isReject && !hasHint ? 'default' : 'filled'} onClick={() => void run(true)}>
          {isReject ? 'Reject and ask again' : 'Ask again'}
        </WithheldButton>
      </Group>
    </form>
  )
}

/** Finds in the rows that are shown, in the selected columns or all of them. */
const ReplaceForm = ({ sheet }: { readonly sheet: ShownSheet }) => {
  const selection = useSheetView((view) => view.selection)
  const { left, right } = rangeOf(selection)
  const chosen = sheet.columns.slice(left, right + 1)
  const [find, setFind] = useState('')
  const [replace, setReplace] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [isOnlyHere, setOnlyHere] = useState(false)
  const questions = (isOnlyHere ? chosen : sheet.columns).map(({ question }) => question)
  const [settled] = useDebouncedValue(find, 200)
  const input = { view: sheet.view, questions, find: settled, replace, matchCase, isDry: true }
  const { data, error } = useQuery({
    queryKey: [['sheet', 'replace'], input],
    queryFn: () => client.sheet.replace(input),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const found = settled === '' || !data ? null : data.cells
  const withheld = find === '' ? 'Enter what to find.' : found === 0 ? 'Nothing was found.' : null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (withheld === null) void replaceAll({ ...input, find, isDry: false }).then((isDone) => (isDone ? close() : undefined))
      }}
    >
      <TextInput label="Find" data-autofocus value={find} onChange={(event) => setFind(event.currentTarget.value)} />
      <TextInput label="Replace with" mt={12} value={replace} onChange={(event) => setReplace(event.currentTarget.value)} />
      <Group mt={12} gap={16}>
        <Checkbox label="Match case" checked={matchCase} onChange={(event) => setMatchCase(event.currentTarget.checked)} />
        <Checkbox
          label={chosen.length === 1 ? `Only in “${chosen[0]?.label ?? ''}”` : 'Only in the selected columns'}
          checked={isOnlyHere}
          onChange={(event) => setOnlyHere(event.currentTarget.checked)}
        />
      </Group>
      <Text size="sm" c="dimmed" mt={12} role="status">
        {found === null ? 'Searches all rows that are shown. One change, which you can undo.' : `Found in ${countOf(found, 'cell')}.`}
      </Text>
      {error && <ProblemNote what="The cells cannot be searched." error={error} />}
      <Group gap={8} mt={16} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <WithheldButton type="submit" withheld={withheld}>
          Replace all
        </WithheldButton>
      </Group>
    </form>
  )
}

/** Writes the selected cells with a brand voice. The texts are kept beside the answers until a person puts them into the cells. */
const WriteCells = ({ sheet }: { readonly sheet: ShownSheet }) => {
  // The cells that were selected when it opened, wherever they move.
  const [what] = useState(() => {
    const chosen = chosenOf(sheet, rangeOf(useSheetView.getState().selection))
    chosen.catch(() => {})
    return chosen
  })
  return <WriteForm write={async (choices) => writeCells(await what, choices)} close={close} isInDialog />
}

const titles = {
  find: 'Find and replace',
  reject: 'Reject',
  'ask-again': 'Ask again, differently',
  history: 'Earlier texts',
  ask: 'Ask the questions of this sheet',
  write: 'Write with brand voice',
} as const

const Shown = ({ dialog }: { readonly dialog: SheetDialog }) => {
  const sheet = useContext(SheetContext)
  switch (dialog) {
    case 'find':
      return <ReplaceForm sheet={sheet} />
    case 'reject':
    case 'ask-again':
      return <HintForm key={dialog} sheet={sheet} isReject={dialog === 'reject'} />
    case 'history':
      return <CellHistory sheet={sheet} />
    case 'ask':
      return <AskDialog sheet={sheet} close={close} />
    case 'write':
      return <WriteCells sheet={sheet} />
  }
}

/** The sheet's dialogs, one at a time. */
export const SheetDialogs = memo(() => {
  const dialog = useSheetView((view) => view.dialog)
  const [last, setLast] = useState(dialog)
  if (dialog && dialog !== last) setLast(dialog)
  const shown = dialog ?? last
  return (
    <Modal
      opened={dialog !== null}
      onClose={close}
      title={shown ? titles[shown] : ''}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown && <Shown dialog={shown} />}
    </Modal>
  )
})
