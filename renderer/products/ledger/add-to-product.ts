import { create } from 'zustand'
import { countOf } from '../../../shared/base/number-words.ts'
import { isHandoverFileName } from '../../../shared/exchange/handover-file-name.ts'
import { isListFileName } from '../../../shared/products/catalogue-file-name.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import { client, dropFiles, nameDrop } from '../../bridge.ts'
import { useLive } from '../../live.ts'
import { goTo } from '../../navigation.ts'
import { addFiles } from '../../pictures/library/send-files.ts'
import { api, queryClient } from '../../queries.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { openAttach, useAttachView } from './attach-view.ts'
import { nameProduct } from './name-product.ts'

/** The product that a person picks pictures of the library for; `null`: for none. */
export const useProductToFill = create<{ readonly product: ProductRow | null }>(() => ({ product: null }))
export const stopFilling = (): void => useProductToFill.setState({ product: null })

/** Another workspace may be active by now, whose products are others. */
const isOfWorkspace = (product: ProductRow): boolean =>
  (queryClient.getQueryData(api.session.get.queryKey())?.connection?.id ?? null) === product.connectionId

export const productToFill = (): ProductRow | null => {
  const { product } = useProductToFill.getState()
  return product && isOfWorkspace(product) ? product : null
}

/** Shows the library, where a person picks pictures for this product. */
export const pickFromLibrary = (product: ProductRow): void => {
  useProductToFill.setState({ product })
  goTo('library')
}

const attachTo = (imageIds: readonly string[], product: ProductRow): void =>
  void openAttach(imageIds, 'by-name', { kind: 'known', product }).catch((error: unknown) =>
    tellProblem('The pictures could not be read.', error),
  )

/** How often a drop is asked about while nothing else changes. */
const lookMs = 500

/** The pictures of a drop, once all its files are added or refused. */
const whenArrived = (drop: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    let isLooking = false
    const end = (): void => {
      unsubscribe()
      clearInterval(timer)
    }
    const look = async (): Promise<void> => {
      if (isLooking) return
      isLooking = true
      try {
        const { isDone, imageIds } = await client.intake.arrived({ drop })
        if (isDone) {
          end()
          resolve(imageIds)
        }
      } catch (error) {
        end()
        reject(error)
      }
      isLooking = false
    }
    const unsubscribe = useLive.subscribe(() => void look())
    const timer = setInterval(() => void look(), lookMs)
    void look()
  })

/** Adds files to the library, then opens the dialog that attaches them to a product. Nothing is attached before a person confirms it there. */
export const addFilesTo = async (files: readonly File[], product: ProductRow): Promise<void> => {
  const pictures = files.filter(({ name }) => name !== '' && !isListFileName(name) && !isHandoverFileName(name))
  // A product list, a hand-over, or files without names: as anywhere else.
  if (pictures.length < files.length) await addFiles(files.filter((file) => !pictures.includes(file)))
  if (pictures.length === 0) return
  const drop = nameDrop()
  try {
    await dropFiles(pictures, true, drop)
    const imageIds = await whenArrived(drop)
    if (imageIds.length === 0)
      return tell('No pictures were added', {
        text: 'The library says why.',
        action: { label: 'Show library', run: () => goTo('library') },
      })
    if (!isOfWorkspace(product)) return tell(`${countOf(imageIds.length, 'picture')} added`)
    if (useAttachView.getState().imageIds === null) return attachTo(imageIds, product)
    // The dialog is open for other pictures by now.
    tell(`${countOf(imageIds.length, 'picture')} added for ${nameProduct(product)}`, {
      action: { label: 'Attach…', run: () => attachTo(imageIds, product) },
    })
  } catch (error) {
    tellProblem('Not everything was added. Pictures already in the library are kept.', error)
  }
}
