import type { OtherSource } from '../../../shared/answers/other-sources.ts'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { SourceItem } from './source-item.tsx'
import classes from './source-list.module.css'

/** The added sources, newest first. */
export const SourceList = ({ canCreate }: { readonly canCreate: boolean }) => {
  const { total, rowAt, onRange, error, isPending } = usePages<OtherSource>((offset) =>
    api.otherSources.page.queryOptions({ input: { offset, limit: rowsPerPage } }),
  )
  return (
    <section className={classes.list} aria-label="Sources">
      {error && <UnreadNote what="The sources cannot be shown." error={error} />}
      {total > 0 && (
        <VirtualRows
          label="Sources list"
          count={total}
          estimate={88}
          onRange={onRange}
          render={(index) => {
            const source = rowAt(index)
            return source ? <SourceItem key={source.ref} source={source} canCreate={canCreate} /> : <div className={classes.placeholder} />
          }}
        />
      )}
      {total === 0 && !isPending && !error && (
        <EmptyNote icon="file" title="No other sources yet">
          Texts, web addresses and knowledge items that you add are listed here, with their IDs once they are created.
        </EmptyNote>
      )}
    </section>
  )
}
