import { formatCount } from '../../../shared/base/number-words.ts'
import { thumbnailUrl } from '../../bridge.ts'
import type { OrderItem } from './picture-order.tsx'
import classes from './picture-strip.module.css'

const shownAtMost = 12

type Props = {
  readonly label: string
  readonly items: readonly OrderItem[]
  /** How many the list has; absent: these. */
  readonly total?: number
}

/** The pictures of a list at a glance, in their order. */
export const PictureStrip = ({ label, items, total = items.length }: Props) => (
  <ul className={classes.strip} aria-label={label}>
    {items.slice(0, shownAtMost).map((item) => (
      <li key={item.key} className={classes.item} title={item.name}>
        {item.imageId ? <img src={thumbnailUrl(item.imageId)} alt={item.name} decoding="async" /> : <code>{item.name}</code>}
      </li>
    ))}
    {total > shownAtMost && <li className={classes.more}>and {formatCount(total - shownAtMost)} more</li>}
  </ul>
)
