import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CellEvent } from '../../../shared/answers/sheet.ts'
import { reviewWords } from '../../../shared/answers/sheet-cells-words.ts'
import { api } from '../../queries.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatTime } from '../../ui/format.ts'
import { UnreadNote } from '../../ui/unread-note.tsx'
import classes from './cell-history.module.css'
import { peekRow, type ShownSheet } from './sheet-queries.ts'
import { useSheetView } from './sheet-view.ts'

const headOf = (event: CellEvent): string => {
  switch (event.kind) {
    case 'answer':
      return event.hint === null ? 'Answer' : `Answer, asked with “${event.hint}”`
    case 'cannot-tell':
      return event.hint === null ? 'No answer' : `No answer, asked with “${event.hint}”`
    case 'edited':
      return 'Edited'
    case 'reviewed':
      return `Marked as ${reviewWords[event.review]}${event.by === null ? '' : ` by ${event.by}`}`
  }
}

/** What became of the active cell: answers, edits and reviews, the newest first. */
export const CellHistory = ({ sheet }: { readonly sheet: ShownSheet }) => {
  const { row: index, column: at } = useSheetView((view) => view.selection.active)
  const imageId = peekRow(sheet.view, index)?.imageId ?? ''
  const question = sheet.columns[at]?.question ?? ''
  const { data, error } = useQuery({ ...api.sheet.history.queryOptions({ input: { imageId, question } }), enabled: imageId !== '' })
  if (error) return <UnreadNote what="The earlier texts cannot be shown." error={error} />
  if (!data) return null
  if (data.length === 0) return <p>This cell has no earlier texts.</p>
  return (
    <ol className={classes.list}>
      {data.map((event, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no ids, and the list doesn't change while it is open
        <li key={place} className={classes.event}>
          <p className={classes.head}>
            {headOf(event)}
            {event.at !== null && ` · ${formatTime(event.at)}`}
          </p>
          <p className={classes.text} dir="auto">
            {event.text}
          </p>
          {event.text !== '' && event.kind !== 'reviewed' && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void copyText(event.text, 'Text')}>
              Copy
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
