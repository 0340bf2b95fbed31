import { ActionIcon, Modal, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { formatCount } from '../../../shared/base/number-words.ts'
import { getsNewPixels, sendingChanges, sendingFor } from '../../../shared/service/sending.ts'
import { previewUrl } from '../../bridge.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { CompareStage, type Zoom } from './compare-stage.tsx'
import { type LibraryOrder, readRow } from './library-rows.ts'
import { useLibraryView } from './library-view.ts'
import classes from './preview.module.css'
import { closePreview, openPreview } from './use-press.ts'

type Props = { readonly order: LibraryOrder; readonly total: number }

type ToolsProps = { readonly compares: boolean; readonly zoom: Zoom; readonly setZoom: (zoom: Zoom) => void }

/** Controls for comparing a converted picture with its original. */
const Tools = ({ compares, zoom, setZoom }: ToolsProps) => (
  <div className={classes.tools} data-own-arrows>
    <SegmentedControl
      size="xs"
      aria-label="Files shown"
      value={compares ? 'both' : 'sent'}
      onChange={(value) => useLibraryView.setState({ comparesPreview: value === 'both' })}
      data={[
        { value: 'sent', label: 'Sent file' },
        { value: 'both', label: 'Original and sent file' },
      ]}
    />
    {compares && (
      <SegmentedControl
        size="xs"
        aria-label="Zoom"
        value={zoom}
        onChange={(value) => setZoom(value as Zoom)}
        data={[
          { value: 'fit', label: 'Fit' },
          { value: 'full', label: '100 %' },
        ]}
      />
    )}
  </div>
)

/** A picture as large as the window; the arrows lead to the next. */
export const Preview = ({ order, total }: Props) => {
  const index = useLibraryView((view) => view.preview)
  const compares = useLibraryView((view) => view.comparesPreview)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const connection = useSession()?.connection
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
  const isConverted = row != null && getsNewPixels(sendingChanges(row, sendingFor(connection ?? null, row)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-own-arrows]')) return
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
      {isConverted && <Tools compares={compares} zoom={zoom} setZoom={setZoom} />}
      {isConverted && compares ? (
        <CompareStage key={row.id} row={row} zoom={zoom} />
      ) : (
        <div className={classes.stage}>{row && <img src={previewUrl(row.id, row.version)} alt={row.name} />}</div>
      )}
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
