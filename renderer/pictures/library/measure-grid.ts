import type { TileSize } from './library-view.ts'

const tileWidths: Record<TileSize, number> = { small: 112, medium: 160, large: 232 }

/** The name and the state below a tile's picture, with its paddings. */
const captionHeight = 60

const listRowHeight = 44

/** Space left and right of the grid. */
const margin = 36

/** As many columns as fit; tiles share the remaining space. */
export const measureGrid = (
  layout: 'grid' | 'list',
  tileSize: TileSize,
  width: number,
): { readonly columns: number; readonly rowHeight: number } => {
  if (layout === 'list') return { columns: 1, rowHeight: listRowHeight }
  const room = Math.max(0, width - margin)
  const columns = Math.max(1, Math.floor(room / tileWidths[tileSize]))
  const tileWidth = room / columns
  // Tiles are three quarters as high as wide: most product pictures are square or upright, and rows stay in view.
  return { columns, rowHeight: Math.max(120, Math.round(tileWidth * 0.8) + captionHeight) }
}
