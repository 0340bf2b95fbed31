import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, memo, useState } from 'react'
import { useShallow } from 'zustand/shallow'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { describeProductChecks } from '../../../shared/checks/requirement-profiles-words.ts'
import { wholePath } from '../../../shared/pictures/picture-place.ts'
import { isDoubtfulMain } from '../../../shared/products/doubtful-main.ts'
import { type KeptProduct, newProductKey } from '../../../shared/products/matching.ts'
import {
  codeOfMatched,
  describeAttached,
  describeInSeveral,
  describeReason,
  nameMatched,
  nameReason,
} from '../../../shared/products/matching-words.ts'
import { describeFound } from '../../../shared/products/product-names-words.ts'
import { thumbnailUrl } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { hasMod } from '../../ui/keys.ts'
import classes from './board.module.css'
import { beginDrag, dragOverProduct, dropOnProduct, endDrag } from './drag-pictures.ts'
import type { TilePicture } from './match-queries.ts'
import { choose, chooseAlone, type MatchView, toggle, useMatchView } from './match-view.ts'

/** Pictures of a product that are drawn until a person asks for all. */
const shownFirst = 24

/** Pixels in board.module.css. `sides`: left and right of the tiles, and the scrollbar; `aroundTiles`: above and below them. */
const [sides, aroundTiles, tileWidth, tileHeight, emptyHeight, gap] = [44, 53, 128, 128, 40, 8]

/** The height in pixels of a product in a list this wide, as board.module.css lays it out: rows of the right size need no second layout. */
export const estimateGroup = (kept: KeptProduct | undefined, width: number): number => {
  const tiles = Math.min(kept?.pictures.length ?? 1, shownFirst + 1)
  const perLine = Math.max(1, Math.floor((width - sides + gap) / (tileWidth + gap)))
  return tiles === 0 ? aroundTiles + emptyHeight : aroundTiles + Math.ceil(tiles / perLine) * (tileHeight + gap) - gap
}

export const groupId = (index: number): string => `product-${index}`
export const tileId = (index: number, picture: number): string => `product-${index}-${picture}`

type Press = (event: MouseEvent, picture: number) => void

/** Ctrl/⌘ adds one; Shift adds what is between, within a product. */
const press = (event: MouseEvent, { product, pictures }: KeptProduct, index: number, picture: number): void => {
  const id = pictures[picture]?.imageId
  if (event.button !== 0 || id === undefined) return
  const { side, chosen, board } = useMatchView.getState()
  if (event.shiftKey && board.key === product.key) {
    const [low, high] = [Math.min(board.picture, picture), Math.max(board.picture, picture)]
    choose(
      'products',
      pictures.slice(low, high + 1).map((one) => one.imageId),
    )
    return
  }
  if (hasMod(event)) toggle('products', id)
  else if (!(side === 'products' && chosen.has(id))) choose('products', [id])
  useMatchView.setState({ board: { index, key: product.key, picture } })
}

/** One subscription for each tile: many come and go while a person scrolls. */
const looksOf =
  (imageId: string, key: string) =>
  ({ side, chosen, dragged, over }: MatchView) => ({
    isChosen: side === 'products' && chosen.has(imageId),
    isDragged: dragged?.ids.includes(imageId) ?? false,
    isBefore: over?.kind === 'product' && over.key === key && over.before === imageId,
  })

type TileProps = {
  readonly kept: KeptProduct
  readonly picture: TilePicture
  readonly index: number
  readonly at: number
  readonly isCurrent: boolean
  readonly press: Press
}

const Tile = ({ kept, picture, index, at, isCurrent, press: onPress }: TileProps) => {
  const { imageId, why, products } = picture
  const inSeveral = describeInSeveral(products)
  const { isChosen, isDragged, isBefore } = useMatchView(useShallow(looksOf(imageId, kept.product.key)))
  const { sku, name, handle } = kept.product
  const isDoubtful = at === 0 && isDoubtfulMain(picture, [sku, name, handle])
  const place = at === 0 ? (isDoubtful ? 'Main?' : 'Main') : formatCount(at + 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: a cell of a virtual grid; the grid has the focus and the keys
    <div
      role="gridcell"
      id={tileId(index, at)}
      aria-selected={isChosen}
      className={classes.tile}
      data-current={isCurrent || undefined}
      data-dragged={isDragged || undefined}
      data-before={isBefore || undefined}
      title={`${wholePath(picture)}\n${why ? describeReason(why) : 'You put it here'}${inSeveral === null ? '' : `\nIt is ${inSeveral}`}${isDoubtful ? '\nIts name says that another picture comes first' : ''}`}
      draggable
      onMouseDown={(event) => onPress(event, at)}
      onClick={(event) => chooseAlone(event, 'products', imageId)}
      onDragStart={(event) => beginDrag(event, { side: 'products', from: kept.product.key, index }, imageId)}
      onDragEnd={endDrag}
      onDragOver={(event) => dragOverProduct(event, kept, at)}
    >
      <span className={classes.frame}>
        <img src={thumbnailUrl(imageId)} alt="" draggable={false} decoding="async" />
        <span className={classes.place}>{place}</span>
      </span>
      <span className={classes.name}>{picture.name}</span>
      <span className={classes.why}>{inSeveral ?? nameReason(why)}</span>
    </div>
  )
}

const looks = { failed: 'warn', 'not-checked': 'minus', passed: 'check' } as const

const unread = { state: 'not-checked', lines: ['The shop checks cannot be shown.'] } as const

/** What shops require of a product's pictures and their number; nothing where no profile is in use. */
const Checks = ({ pictures, total }: Pick<KeptProduct, 'pictures' | 'total'>) => {
  const isUsed = useQuery(api.checks.profiles.queryOptions()).data?.some((one) => one.isUsed) === true
  const input = { imageIds: pictures.map(({ imageId }) => imageId), total }
  const { data, error } = useQuery({ ...api.checks.product.queryOptions({ input }), enabled: isUsed })
  const found = error ? unread : isUsed && data ? describeProductChecks(data) : null
  if (found === null) return null
  return (
    <div className={classes.checks} data-state={found.state}>
      <Icon name={looks[found.state]} size={14} />
      <div>
        {found.lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
  )
}

type Props = {
  readonly kept: KeptProduct
  readonly index: number
  /** The picture where the keyboard is; `null`: it is in another product. */
  readonly current: number | null
}

/** One product and its pictures in order. The grid handles the keyboard; this handles only looks, pointer and drag. */
export const ProductGroup = memo(({ kept, index, current }: Props) => {
  const { product, pictures, total, found } = kept
  const [isWhole, setIsWhole] = useState(false)
  const over = useMatchView(({ over }) => (over?.kind === 'product' && over.key === product.key ? over : null))
  // The keyboard may be further on.
  const count = isWhole || (current ?? 0) >= shownFirst ? pictures.length : shownFirst
  const code = codeOfMatched(product)
  const elsewhere = describeFound(found, product)
  const isNew = product.key.startsWith(newProductKey)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a virtual grid; the grid has the focus
    <div
      role="row"
      aria-rowindex={index + 1}
      className={classes.group}
      data-over={over !== null || undefined}
      onDragOver={(event) => dragOverProduct(event, kept, null)}
      onDrop={(event) => dropOnProduct(event, kept)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <div role="rowheader" id={groupId(index)} className={classes.about}>
        <div className={classes.title} data-current={(current !== null && total === 0) || undefined}>
          <span className={classes.product}>{nameMatched(product)}</span>
          {code !== null && <span className={classes.code}>{code}</span>}
          {elsewhere !== null && found?.text !== code && <span className={classes.code}>{elsewhere}</span>}
          {isNew && <span className={classes.isNew}>New product</span>}
          <span className={classes.count}>
            {total === 0 ? 'No pictures' : [countOf(total, 'picture'), describeAttached(kept)].join(' · ')}
          </span>
        </div>
        {total > 0 && <Checks pictures={pictures} total={total} />}
      </div>
      <div className={classes.tiles} data-empty={total === 0 || undefined} data-end={over?.before === null || undefined}>
        {total === 0 && 'Drop pictures here'}
        {pictures.slice(0, count).map((picture, at) => (
          <Tile
            key={picture.imageId}
            kept={kept}
            picture={picture}
            index={index}
            at={at}
            isCurrent={at === current}
            press={(event, chosen) => press(event, kept, index, chosen)}
          />
        ))}
        {pictures.length > count && (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
          <div role="gridcell" className={classes.rest}>
            <Button size="compact-sm" variant="subtle" color="gray" tabIndex={-1} onClick={() => setIsWhole(true)}>
              Show {formatCount(pictures.length - count)} more
            </Button>
          </div>
        )}
        {pictures.length <= count && total > pictures.length && (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
          <div role="gridcell" className={classes.rest}>
            and {formatCount(total - pictures.length)} more
          </div>
        )}
      </div>
    </div>
  )
})
