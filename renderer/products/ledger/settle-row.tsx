import { Group, Text } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import { describeOrigin, describeQuestion } from '../../../shared/products/attached-lists-words.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import type { UnsettledList } from '../../../shared/products/products.ts'
import { formatAgo } from '../../ui/format.ts'
import { CurrentFields } from './current-choice.tsx'
import type { CurrentDraft } from './current-draft.ts'
import type { KnownPictures } from './known-pictures.ts'
import { PictureStrip } from './picture-strip.tsx'
import { ProductLink } from './product-now.tsx'
import classes from './settle-sheet.module.css'
import { useListItems } from './use-list-items.ts'

type Props = {
  readonly list: UnsettledList
  readonly known: KnownPictures
  readonly draft: CurrentDraft
  readonly problem: string | null
  readonly change: (draft: CurrentDraft) => void
}

const describeKnown = ({ sourceIds, origin, knownAt }: UnsettledList): string => {
  const ago = knownAt === null ? null : formatAgo(knownAt, Date.now())
  if (origin === null) return sourceIds.length === 0 ? '' : `Packshot knows of ${countOf(sourceIds.length, 'picture')}, maybe not all.`
  return `${sourceIds.length === 0 ? 'No pictures' : countOf(sourceIds.length, 'picture')}, ${describeOrigin(origin, ago)}.`
}

/** One list that work waits for: the known pictures, and the person's answer. */
export const SettleRow = ({ list, known, draft, problem, change }: Props) => {
  const items = useListItems({ sourceIds: list.sourceIds, imageIds: known.imageIds })
  const name = callProduct({ name: list.productName, sku: list.productSku, productId: list.productId })
  return (
    <article className={classes.row} aria-label={name}>
      <Group justify="space-between" gap={8} wrap="nowrap">
        <p className={classes.name}>
          {name}{' '}
          <span className={classes.quiet}>
            {[...(list.productId === null || list.productId === name ? [] : [list.productId]), list.attribute].join(' · ')}
          </span>
        </p>
        <ProductLink address={list.address} />
      </Group>
      {items.length > 0 && <PictureStrip label={`Known pictures of ${name}`} items={items} />}
      <Text size="sm" c="dimmed">
        {describeKnown(list)} {describeQuestion(list.why, list.doubt)}
        {list.addsImageIds.length > 0 && ` ${countOf(list.addsImageIds.length, 'picture')} to attach.`}
      </Text>
      <CurrentFields row={name} known={known} draft={draft} change={change} />
      {problem && (
        <Text size="sm" className={classes.problem} role="alert">
          {problem}
        </Text>
      )}
    </article>
  )
}
