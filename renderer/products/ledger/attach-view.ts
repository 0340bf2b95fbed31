import { create } from 'zustand'
import { client } from '../../bridge.ts'
import { type PictureNames, readNames } from './picture-names.ts'
import type { ProductChoice } from './product-choice.ts'

type AttachView = {
  /** The pictures that a person is about to attach, in order; `null`: the dialog is closed. */
  readonly imageIds: readonly string[] | null
  /** The same as they were selected. */
  readonly clicked: readonly string[]
  readonly names: PictureNames
  /** The product that a person began with. */
  readonly product: ProductChoice | null
}

export const useAttachView = create<AttachView>(() => ({ imageIds: null, clicked: [], names: new Map(), product: null }))

/** Opens the dialog once the pictures' names are known. Rejects if they can't be read. */
export const openAttach = async (
  clicked: readonly string[],
  order: 'as-clicked' | 'by-name',
  product: ProductChoice | null = null,
): Promise<void> => {
  const names = await readNames('image', clicked)
  const imageIds = order === 'by-name' ? await client.library.usualOrder({ imageIds: [...clicked] }) : clicked
  useAttachView.setState({ clicked, names, product, imageIds })
}
export const closeAttach = (): void => useAttachView.setState({ imageIds: null })
export const reorderAttach = (imageIds: readonly string[]): void => useAttachView.setState({ imageIds })
