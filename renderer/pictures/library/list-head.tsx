import type { LibrarySort } from '../../../shared/pictures/library.ts'
import { Icon } from '../../ui/icon.tsx'
import { setSort, useLibraryView } from './library-view.ts'
import classes from './list-head.module.css'
import { chooseSort } from './sort-menu.tsx'

const Head = ({ by, label }: { readonly by: LibrarySort['by']; readonly label: string }) => {
  const sort = useLibraryView((view) => view.sort)
  const isSorted = sort.by === by
  return (
    <button type="button" className={classes.head} data-sorted={isSorted || undefined} onClick={() => setSort(chooseSort(sort, by))}>
      {label}
      {isSorted && <Icon name={sort.descending ? 'down' : 'up'} size={12} />}
    </button>
  )
}

/** The list's columns; pressing one sorts by it. */
export const ListHead = () => (
  <fieldset className={classes.row} aria-label="Sort">
    <span />
    <Head by="name" label="Name" />
    <span className={classes.head}>State</span>
    <Head by="pixels" label="Pixels" />
    <Head by="bytes" label="Size" />
    <Head by="added" label="Added" />
  </fieldset>
)
