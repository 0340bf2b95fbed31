import { type DragEvent, useState } from 'react'
import { showDragCount } from '../../ui/show-drag-count.ts'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { useLibraryView } from './library-view.ts'
import { attachChosen } from './selection-bar.tsx'

/** Marks a drag of the selected pictures. It has no text, so that no text field takes it. */
const picturesType = 'application/x-packshot-pictures'

/** Drags the selection. The press before it has selected this picture, unless it was one to deselect it. */
export const dragSelection = (event: DragEvent, id: string): void => {
  const { ids } = useLibraryView.getState().selection
  if (!ids.has(id)) {
    event.preventDefault()
    return
  }
  event.dataTransfer.effectAllowed = 'copy'
  event.dataTransfer.setData(picturesType, String(ids.size))
  showDragCount(event.dataTransfer, ids.size)
}

const hasPictures = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(picturesType)

/** Lets the selected pictures be dropped: the dialog that attaches them opens. Files aren’t taken (renderer/window/drop-anywhere.tsx). */
export const useDropToAttach = () => {
  const [isOver, setOver] = useState(false)
  const withheld = useWithheld()
  const accept = (event: DragEvent): void => {
    if (withheld !== null || !hasPictures(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  return {
    'data-over': isOver || undefined,
    onDragEnter: accept,
    onDragOver: accept,
    onDragLeave: (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent): void => {
      setOver(false)
      if (withheld !== null || !hasPictures(event)) return
      event.preventDefault()
      void attachChosen()
    },
  }
}
