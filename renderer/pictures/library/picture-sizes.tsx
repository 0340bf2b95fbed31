import { type TileSize, useLibraryView } from './library-view.ts'
import classes from './picture-sizes.module.css'

const sizes: readonly { readonly value: TileSize; readonly label: string }[] = [
  { value: 'small', label: 'S' },
  { value: 'medium', label: 'M' },
  { value: 'large', label: 'L' },
]

/** Mantine's SegmentedControl in looks. That one measures itself once it is drawn, for which the whole first sight would be laid out twice. */
export const PictureSizes = () => {
  const tileSize = useLibraryView((view) => view.tileSize)
  return (
    <div className={classes.sizes} role="radiogroup" aria-label="Picture size">
      {sizes.map(({ value, label }) => (
        <label key={value} className={classes.size}>
          <input
            type="radio"
            name="picture-size"
            className={classes.input}
            checked={tileSize === value}
            onChange={() => useLibraryView.setState({ tileSize: value })}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
