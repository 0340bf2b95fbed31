import { type DragEvent, useState } from 'react'
import type { ProductRow } from '../../../shared/products/products.ts'
import { filesOf } from '../../bridge.ts'
import { addFilesTo } from './add-to-product.ts'
import { useIsOfWorkspace } from './use-is-of-workspace.ts'

/** Parts of the page that take dropped files themselves (renderer/window/drop-anywhere.tsx). */
const ownDrop = { 'data-own-drop': true } as const

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/**
 * Lets files be dropped on what shows a product: they are added, and the dialog that attaches them to it opens. `isChosen`: a person chose it; on one that
 * is only shown they are added to the library, as anywhere else.
 */
export const useDropOnProduct = (product: ProductRow, isChosen = true) => {
  const [isOver, setOver] = useState(false)
  const isOfWorkspace = useIsOfWorkspace(product)
  const accept = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  // Dropped there, files are added to the library only.
  if (!isOfWorkspace || !isChosen) return {}
  return {
    ...ownDrop,
    'data-over': isOver || undefined,
    onDragEnter: accept,
    onDragOver: accept,
    onDragLeave: (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent): void => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      // A transfer is empty once the event is over.
      void filesOf(event.dataTransfer).then(({ files }) => addFilesTo(files, product))
    },
  }
}
