import { ActionIcon, Group, Menu, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { productEditWords } from '../../../shared/products/product-edits-words.ts'
import type { Product, ProductRow } from '../../../shared/products/products.ts'
import type { JobRow } from '../../../shared/queue/jobs.ts'
import { JobItem } from '../../activity/job-item.tsx'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { EntryFacts } from '../catalogue/entry-facts.tsx'
import { AddPicturesMenu } from './add-pictures-menu.tsx'
import { useDropOnProduct } from './drop-on-product.ts'
import { EditProduct, type ProductDialog } from './edit-product.tsx'
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

type Props = {
  readonly product: Product
  /** A person chose it, rather than that it is the first. */
  readonly isChosen: boolean
  readonly choose: (ref: string | null) => void
  readonly asks: ProductDialog | null
  readonly setAsks: (asks: ProductDialog | null) => void
}

/** One product: its lists, and the work on it that has not ended. */
export const ProductView = ({ product, isChosen, choose, asks, setAsks }: Props) => {
  const row = toRow(product)
  const name = titleOf(product)
  const { data: work = [] } = useQuery(api.jobs.ofProduct.queryOptions({ input: { productRef: product.ref } }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.view} tabIndex={0} aria-label={name} {...useDropOnProduct(row, isChosen)}>
      <header className={classes.head}>
        <Group justify="space-between" gap={16} wrap="nowrap" align="flex-start">
          <Title order={2}>{name}</Title>
          <Group gap={4} wrap="nowrap" flex="none">
            <AddPicturesMenu product={row} />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={36} aria-label={`More: ${name}`}>
                  <Icon name="more" size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setAsks('edit')}>
                  {productEditWords.edit}…
                </Menu.Item>
                <Menu.Item leftSection={<Icon name="products" size={16} />} onClick={() => setAsks('merge')}>
                  {productEditWords.merge}…
                </Menu.Item>
                <Menu.Item leftSection={<Icon name="close" size={16} />} onClick={() => setAsks('remove')}>
                  {productEditWords.remove}…
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
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
      <EditProduct productRef={product.ref} name={name} asks={asks} close={() => setAsks(null)} done={choose} />
      <EntryFacts productRef={product.ref} />
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
