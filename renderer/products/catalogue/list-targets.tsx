import { Button, Modal, Radio, Select, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedTree } from '../../../shared/products/catalogue.ts'
import {
  describeChoice,
  describeExamples,
  describeSwitched,
  describeTargets,
  describeTree,
  sharedWords,
  variantWords,
} from '../../../shared/products/variant-words.ts'
import { type ProductIs, productIsChoices, type SharedPictures, sharedPicturesChoices } from '../../../shared/products/variants.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import classes from './list-dialog.module.css'

export type ChosenTargets = { readonly productIs: ProductIs; readonly sharedPictures: SharedPictures }

/** What a product of the workspace is in a list with variants. */
export const TargetsChoice = ({
  tree,
  chosen,
  choose,
  isRemembered = false,
}: {
  readonly tree: Pick<ListedTree, 'products' | 'sold'> & Partial<Pick<ListedTree, 'examples'>>
  readonly chosen: ChosenTargets
  readonly choose: (chosen: ChosenTargets) => void
  readonly isRemembered?: boolean
}) => (
  <div className={classes.reading}>
    <Radio.Group
      label={variantWords.question}
      description={isRemembered ? variantWords.remembered : undefined}
      value={chosen.productIs}
      onChange={(value) => choose({ ...chosen, productIs: productIsChoices.find((one) => one === value) ?? 'product' })}
    >
      <div className={classes.targets}>
        {productIsChoices.map((one) => (
          <Radio
            key={one}
            value={one}
            label={describeChoice(one, tree)}
            description={tree.examples && <span className={classes.examples}>{describeExamples(tree.examples[one])}</span>}
          />
        ))}
      </div>
    </Radio.Group>
    {chosen.productIs === 'variant' && (
      <Select
        label={variantWords.shared}
        data={sharedPicturesChoices.map((value) => ({ value, label: sharedWords[value] }))}
        value={chosen.sharedPictures}
        allowDeselect={false}
        w={280}
        onChange={(value) => choose({ ...chosen, sharedPictures: sharedPicturesChoices.find((one) => one === value) ?? 'each' })}
      />
    )}
  </div>
)

const TargetsDialog = ({
  list,
  close,
}: {
  readonly list: ChosenTargets & Pick<ListedTree, 'products' | 'sold'>
  readonly close: () => void
}) => {
  const [chosen, choose] = useState<ChosenTargets>({ productIs: list.productIs, sharedPictures: list.sharedPictures })
  const save = useMutation({
    mutationFn: () => client.catalogue.setTargets(chosen),
    onSuccess: (switched) => {
      const text = describeSwitched(switched)
      if (text !== '') tell('The list was changed', { text })
      close()
    },
    onError: (error) => tellProblem('The list is as before.', error),
  })
  return (
    <div className={classes.body}>
      <TargetsChoice tree={list} chosen={chosen} choose={choose} />
      <SaveFoot isSaving={save.isPending} save={() => save.mutate()} close={close} />
    </div>
  )
}

/** What products of the workspace are in the list that counts, if it has variants. */
export const ListTargets = () => {
  const { data: list } = useQuery(api.catalogue.summary.queryOptions())
  const [isOpen, setOpen] = useState(false)
  if (!list || list.variants === 0) return null
  const singles = list.products - (list.productIs === 'product' ? list.parents : list.variants)
  const tree = { products: singles + list.parents, sold: singles + list.variants, variants: list.variants }
  return (
    <section className={classes.line} aria-label="Products and variants">
      <Text size="sm" c="dimmed" flex={1}>
        {describeTree(tree)} {describeTargets(list.productIs, list.sharedPictures)}
      </Text>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {variantWords.change}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Products and variants" closeButtonProps={{ 'aria-label': 'Close' }}>
        <TargetsDialog list={{ ...list, ...tree }} close={() => setOpen(false)} />
      </Modal>
    </section>
  )
}
