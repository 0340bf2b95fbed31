import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { JobRow } from '../../shared/jobs.ts'
import type { Product, ProductRow } from '../../shared/products.ts'
import { JobItem } from '../activity/job-item.tsx'
import { EntryFacts } from '../catalogue/entry-facts.tsx'
import { api } from '../queries.ts'
import { AddPicturesMenu } from './add-pictures-menu.tsx'
import { useDropOnProduct } from './drop-on-product.ts'
import { ListEditor } from './list-editor.tsx'
import { titleOf } from './name-product.ts'
import classes from './product-view.module.css'

const changes = ({ work }: JobRow, attribute: string): boolean => work.operation === 'attach-sources' && work.attribute === attribute

/** The same product among many. */
const toRow = ({ lists, ...product }: Product): ProductRow => ({
  ...product,
  pictures: lists.reduce((sum, list) => sum + (list.sourceIds?.length ?? 0), 0),
  coverId: null,
})

/** One product: its lists, and the work on it that has not ended. */
export const ProductView = ({ product }: { readonly product: Product }) => {
  const row = toRow(product)
  const { data: work = [] } = useQuery(api.jobs.ofProduct.queryOptions({ input: { productRef: product.ref } }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.view} tabIndex={0} aria-label={titleOf(product)} {...useDropOnProduct(row)}>
      <header className={classes.head}>
        <Group justify="space-between" gap={16} wrap="nowrap" align="flex-start">
          <Title order={2}>{titleOf(product)}</Title>
          <AddPicturesMenu product={row} />
        </Group>
        <Text size="sm" c="dimmed">
          {product.productId === null ? (
            product.createdByUs ? (
              'The workspace has not created it yet.'
            ) : (
              'Your list has no ID for it.'
            )
          ) : (
            <code>{product.productId}</code>
          )}
          {product.createdByUs && product.productId !== null && ' · created by Packshot'}
        </Text>
      </header>
      <EntryFacts productRef={product.ref} productId={product.productId} />
      {work.length > 0 && (
        <div className={classes.work}>
          {work.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </div>
      )}
      {product.lists.map((list) => (
        <ListEditor key={list.attribute} product={product} list={list} isChanging={work.some((job) => changes(job, list.attribute))} />
      ))}
      {product.lists.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          Nothing is attached yet. Drop pictures here, or use “Add pictures”.
        </Text>
      )}
    </section>
  )
}
