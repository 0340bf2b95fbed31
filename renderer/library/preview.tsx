import { ActionIcon, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect } from 'react'
import { formatCount } from '../../shared/words/numbers.ts'
import { previewUrl } from '../bridge.ts'
import { Icon } from '../ui/icon.tsx'
import { type LibraryOrder, readRow } from './library-rows.ts'
import { useLibraryView } from './library-view.ts'
import classes from './preview.module.css'
import { closePreview, openPreview } from './use-press.ts'

type Props = { readonly order: LibraryOrder; readonly total: number }

/** A picture as large as the window; the arrows lead to the next. */
export const Preview = ({ order, total }: Props) => {
  const index = useLibraryView((view) => view.preview)
  // Leaving the screen closes it: coming back should not reopen it.
  useEffect(() => closePreview, [])
  const { data: row } = useQuery({
    queryKey: ['preview', order, index],
    queryFn: async () => (index === null ? null : ((await readRow(order, index)) ?? null)),
    enabled: index !== null,
    gcTime: 0,
  })
  const step = (by: number) => {
    if (index !== null && index + by >= 0 && index + by < total) openPreview(index + by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }
  return (
    <Modal
      opened={index !== null}
      onClose={closePreview}
      fullScreen
      title={row?.name ?? 'Preview'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.body, content: classes.content }}
      onKeyDown={onKeyDown}
    >
      <div className={classes.stage}>{row && <img src={previewUrl(row.id, row.version)} alt={row.name} />}</div>
      <div className={classes.steps}>
        <ActionIcon aria-label="Previous picture" disabled={index === 0} onClick={() => step(-1)}>
          <Icon name="left" />
        </ActionIcon>
        <span className={classes.place}>
          {formatCount((index ?? 0) + 1)} of {formatCount(total)}
        </span>
        <ActionIcon aria-label="Next picture" disabled={index === total - 1} onClick={() => step(1)}>
          <Icon name="right" />
        </ActionIcon>
      </div>
    </Modal>
  )
}
