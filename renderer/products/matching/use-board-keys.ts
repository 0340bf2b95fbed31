import type { KeyboardEvent } from 'react'
import type { KeptProduct } from '../../../shared/products/matching.ts'
import { hasMod, isSelectAll } from '../../ui/keys.ts'
import { rowOfKey } from '../../ui/list-keys.ts'
import { movePictures, takeOut, unlessChanging } from './match-actions.ts'
import { choose, clearChosen, openMove, targetsOf, toggle, useMatchView } from './match-view.ts'

type Place = { readonly count: number; readonly index: number; readonly picture: number; readonly product: KeptProduct | undefined }

/** Products that Page Up and Page Down pass. */
const pageRows = 3

/** Home and End lead through the pictures of a product. */
const targetProduct = (key: string, { index, count }: Place): number | null =>
  key === 'Home' || key === 'End' ? null : rowOfKey(key, index, count, pageRows)

const targetPicture = (key: string, { picture, product }: Place): number | null => {
  const last = (product?.pictures.length ?? 0) - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, picture + 1)
    case 'ArrowLeft':
      return Math.max(0, picture - 1)
    case 'Home':
      return 0
    case 'End':
      return Math.max(0, last)
    default:
      return null
  }
}

/** Alt and an arrow: this picture changes places with its neighbour, and the keyboard goes with it. */
const reorder = ({ index, picture, product }: Place, target: number): void => {
  const one = product?.pictures[picture]
  if (!product || !one || target === picture) return
  const others = product.pictures.filter(({ imageId }) => imageId !== one.imageId)
  useMatchView.setState({ board: { index, key: product.product.key, picture: target } })
  void movePictures([one.imageId], product.product, { before: others[target]?.imageId ?? null, from: product.product.key })
}

const findAct = (event: KeyboardEvent, { product, picture }: Place): (() => unknown) | null => {
  const current = product?.pictures[picture]?.imageId
  const key = event.key.toLowerCase()
  const from = product?.product.key ?? null
  if (key === 'm' || key === 'a') return () => openMove({ ids: targetsOf('products', current), from, also: key === 'a' })
  if (key === 'delete' || key === 'backspace') {
    const targets = targetsOf('products', current)
    return targets.length > 0 ? unlessChanging(targets, () => takeOut(targets, from)) : null
  }
  if (key === ' ' && current !== undefined) return () => toggle('products', current)
  if (key === 'escape') return clearChosen
  return null
}

/** Every picture of the product where the keyboard is. */
const chooseProduct = ({ product }: Place): void => choose('products', product?.pictures.map(({ imageId }) => imageId) ?? [])

const toPicture = (event: KeyboardEvent, { index, picture, product }: Place, target: number): void => {
  if (!product) return
  const { side, chosen } = useMatchView.getState()
  const between = product.pictures.slice(Math.min(picture, target), Math.max(picture, target) + 1).map(({ imageId }) => imageId)
  choose('products', event.shiftKey ? [...(side === 'products' ? chosen : []), ...between] : [])
  useMatchView.setState({ board: { index, key: product.product.key, picture: target } })
}

const toProduct = (target: number): void => {
  choose('products', [])
  useMatchView.setState({ board: { index: target, key: null, picture: 0 } })
}

const currentOf = ({ product, picture }: Place): readonly string[] =>
  product?.pictures.slice(picture, picture + 1).map(({ imageId }) => imageId) ?? []

const findMove = (event: KeyboardEvent, place: Place): (() => unknown) | null => {
  const picture = targetPicture(event.key, place)
  if (picture !== null)
    return event.altKey
      ? unlessChanging(currentOf(place), () => reorder(place, picture))
      : hasMod(event)
        ? null
        : () => toPicture(event, place, picture)
  const product = event.altKey || hasMod(event) ? null : targetProduct(event.key, place)
  return product === null ? null : () => toProduct(product)
}

/** The keyboard of the products: from product to product, picture to picture, and pictures in another order. */
export const useBoardKeys =
  (place: Place) =>
  (event: KeyboardEvent): void => {
    const act = isSelectAll(event)
      ? () => chooseProduct(place)
      : (findMove(event, place) ?? (hasMod(event) || event.altKey ? null : findAct(event, place)))
    if (!act) return
    event.preventDefault()
    act()
  }
