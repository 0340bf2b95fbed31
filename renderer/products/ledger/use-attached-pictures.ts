import { useMemo } from 'react'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'
import type { ProductPictures } from '../../checks/use-product-checks.ts'
import type { Standing } from './describe-list.ts'
import type { KnownPictures } from './known-pictures.ts'
import { useReadNames } from './use-list-items.ts'

const none: readonly string[] = []

/** What is known of the product that pictures are attached to. */
export type ProductNow = {
  readonly isNew: boolean
  readonly standing: Standing
  readonly known: KnownPictures | null
  /** A person has to say what the product has now. */
  readonly mustSay: boolean
  readonly current: CurrentStatement | null
}

/** What the product has now; `null`: that is not known. */
const sourcesNow = ({ isNew, standing, known, mustSay, current }: ProductNow): readonly string[] | null => {
  if (isNew) return none
  if (!mustSay) return standing.kind === 'certain' ? (known?.sourceIds ?? none) : null
  switch (current?.kind) {
    case 'nothing':
      return none
    case 'ids':
      return current.ids
    case 'as-known':
      return known?.sourceIds ?? none
    case 'appends':
    case undefined:
      return null
  }
}

/** `pictures` `null`: not known, because of `lack`; where that is `null`, too, they are being read. */
export type AttachedPictures = { readonly pictures: ProductPictures | null; readonly lack: 'unknown' | 'unread' | null }

/** The product's pictures once these are attached: they come last, but one that the product has keeps its place. */
export const useAttachedPictures = (imageIds: readonly string[], now: ProductNow): AttachedPictures => {
  const sources = sourcesNow(now)
  const { names, areRead, error } = useReadNames(sources ?? none)
  const pictures = useMemo(() => {
    if (sources === null || !areRead) return null
    const chosen = new Set(imageIds)
    const before = sources.map((sourceId) => {
      const imageId = names.get(sourceId)?.imageId ?? null
      return { imageId, sourceId: imageId !== null && chosen.has(imageId) ? null : sourceId }
    })
    const has = new Set(before.map(({ imageId }) => imageId))
    return [...before, ...imageIds.filter((id) => !has.has(id)).map((imageId) => ({ imageId, sourceId: null }))]
  }, [sources, areRead, names, imageIds])
  return { pictures, lack: sources === null ? 'unknown' : error && !areRead ? 'unread' : null }
}

/** The place of each of these pictures in the product, from 0; `null`: that is not known. */
export const usePlaces = (imageIds: readonly string[], { pictures }: AttachedPictures): ReadonlyMap<string, number> | null =>
  useMemo(() => {
    if (pictures === null) return null
    const chosen = new Set(imageIds)
    const places = new Map<string, number>()
    for (const [place, { imageId }] of pictures.entries())
      if (imageId !== null && chosen.has(imageId) && !places.has(imageId)) places.set(imageId, place)
    return places
  }, [imageIds, pictures])
