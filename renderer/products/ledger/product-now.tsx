import { Anchor, Group, Select, Text } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import { editorWords } from '../../../shared/products/attached-lists-words.ts'
import type { AttributeList } from '../../../shared/products/products.ts'
import { type ListEditors, listEditors } from '../../../shared/workspaces/workspace-settings.ts'
import { describeKnown } from './describe-list.ts'
import { PictureStrip } from './picture-strip.tsx'
import { useListItems } from './use-list-items.ts'

/** Where a person can look at the product. */
export const ProductLink = ({ address }: { readonly address: string | null }) =>
  address && (
    <Anchor size="sm" href={address} target="_blank" rel="noreferrer">
      Open the product
    </Anchor>
  )

/** The product's current pictures as far as Packshot knows, and the source of that knowledge. */
export const ProductNow = ({ list, address }: { readonly list: AttributeList | undefined; readonly address: string | null }) => {
  const items = useListItems({ sourceIds: list?.sourceIds ?? [], imageIds: list?.imageIds ?? [] })
  if (!list && !address) return null
  return (
    <div>
      <Group justify="space-between" mb={items.length > 0 ? 6 : 0}>
        <Text size="sm">{list && `It has ${countOf(items.length, 'picture')} now, ${describeKnown(list, Date.now())}.`}</Text>
        <ProductLink address={address} />
      </Group>
      {items.length > 0 && <PictureStrip label="Pictures it has now" items={items} />}
    </div>
  )
}

type EditorsProps = { readonly value: ListEditors; readonly change: (editors: ListEditors) => void }

/** Asked once, beside the first question that depends on it; preset to the default. */
export const EditorsQuestion = ({ value, change }: EditorsProps) => (
  <Select
    label={editorWords.question}
    description={editorWords.meanings[value]}
    allowDeselect={false}
    data={listEditors.options.map((editors) => ({ value: editors, label: editorWords.names[editors] }))}
    value={value}
    onChange={(editors) => change(editors as ListEditors)}
  />
)
