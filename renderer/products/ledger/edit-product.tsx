import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleWords } from '../../../shared/products/catalogue-words.ts'
import { showGtin } from '../../../shared/products/gtin.ts'
import type { EditedProduct, ProductFields } from '../../../shared/products/product-edits.ts'
import {
  describeProductEdit,
  describeProductMerge,
  describeProductRemoval,
  productEditWords as words,
} from '../../../shared/products/product-edits-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { ProductField } from './product-field.tsx'
import { useProductField } from './use-product-field.ts'

/** Only the newest change can be undone: its note replaces the one before. */
const kind = 'product-edit'

const undo = (id: string): void => {
  client.products.undoEdit({ undo: id }).then(
    () => tell('Undone'),
    (error: unknown) => tellProblem('Nothing was undone.', error),
  )
}

/** What a change does; the first sentence is not known before the product is. */
const Sentences = ({ all }: { readonly all: readonly string[] }) =>
  all.length === 0 ? null : (
    <Stack gap={4} role="status">
      {all.map((one) => (
        <Text key={one} size="sm" c="dimmed">
          {one}
        </Text>
      ))}
    </Stack>
  )

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

type FormProps = {
  readonly productRef: string
  readonly product: EditedProduct
  readonly close: () => void
  /** The product may have another reference then. */
  readonly done: (ref: string | null) => void
}

const EditForm = ({ productRef, product, close, done }: FormProps) => {
  const { fields, isListed, isBusy, creation } = product
  const shownGtin = fields.gtin === null ? '' : showGtin(fields.gtin)
  const [typed, setTyped] = useState({ name: fields.name ?? '', sku: fields.sku ?? '', gtin: shownGtin, productId: fields.productId ?? '' })
  const set = (part: Partial<typeof typed>): void => {
    setTyped({ ...typed, ...part })
    save.reset()
  }
  const after: ProductFields = {
    name: orNull(typed.name),
    sku: orNull(typed.sku),
    gtin: typed.gtin === shownGtin ? fields.gtin : orNull(typed.gtin),
    productId: orNull(typed.productId),
  }
  const isChanged = (Object.keys(after) as (keyof ProductFields)[]).some((field) => after[field] !== fields[field])
  const save = useMutation({
    mutationFn: () => client.products.edit({ ref: productRef, fields: after }),
    onSuccess: (result) => {
      close()
      done(result.ref)
      tell(words.edited, { kind, undo: { run: () => undo(result.undo) } })
    },
  })
  const idNote = creation === 'none' ? (isBusy ? words.isBusy : null) : words.idComes
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !save.isPending) save.mutate()
      }}
    >
      <Stack gap={12}>
        <TextInput
          label={roleWords.name}
          value={typed.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          disabled={creation === 'tried'}
          data-autofocus
        />
        <Group grow align="flex-start" gap={12}>
          <TextInput
            label={roleWords.sku}
            value={typed.sku}
            disabled={!isListed}
            onChange={(event) => set({ sku: event.currentTarget.value })}
          />
          <TextInput
            label={roleWords.gtin}
            value={typed.gtin}
            disabled={!isListed}
            onChange={(event) => set({ gtin: event.currentTarget.value })}
          />
        </Group>
        {!isListed && (
          <Text size="sm" c="dimmed">
            {words.notListed}
          </Text>
        )}
        <TextInput
          label={roleWords.productId}
          description={idNote ?? 'In the workspace. Leave it empty if the workspace does not have the product.'}
          value={typed.productId}
          disabled={idNote !== null}
          onChange={(event) => set({ productId: event.currentTarget.value })}
        />
        {isChanged && <Sentences all={describeProductEdit(product, after)} />}
        {save.error && <ProblemNote what="The product was not saved." error={save.error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const RemoveForm = ({ productRef, product, close, done }: FormProps) => {
  const { fields } = product
  const name = fields.name ?? fields.sku ?? fields.productId ?? 'Product'
  const remove = useMutation({
    mutationFn: () => client.products.remove({ ref: productRef }),
    onSuccess: (result) => {
      close()
      done(null)
      tell(words.removed(name), { kind, undo: { run: () => undo(result.undo) } })
    },
  })
  return (
    <Stack gap={16}>
      {product.isBusy ? <Text size="sm">{words.isBusy}</Text> : <Sentences all={describeProductRemoval(product)} />}
      {remove.error && <ProblemNote what="Nothing was removed." error={remove.error} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" disabled={product.isBusy} loading={remove.isPending} onClick={() => remove.mutate()}>
          {words.remove}
        </Button>
      </Group>
    </Stack>
  )
}

const MergeForm = ({ productRef, close, done }: FormProps) => {
  const field = useProductField({ allowsNew: false })
  const other = field.choice?.kind === 'known' ? field.choice.product.ref : null
  const { data: preview, error } = useQuery({
    ...api.products.mergePreview.queryOptions({ input: other === null ? skipToken : { ref: productRef, other } }),
    staleTime: 0,
    retry: false,
  })
  const merge = useMutation({
    mutationFn: (ref: string) => client.products.merge({ ref: productRef, other: ref }),
    onSuccess: (result) => {
      close()
      done(result.ref)
      tell(words.merged, { kind, undo: { run: () => undo(result.undo) } })
    },
  })
  const lack = other === null ? (field.lack ?? 'Choose a product that is already here.') : null
  const failed = merge.error ?? error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (other !== null && preview && !preview.isBusy && !merge.isPending) merge.mutate(other)
      }}
    >
      <Stack gap={16}>
        <ProductField field={field} label={words.mergeInto} />
        {other !== null && preview && <Sentences all={preview.isBusy ? [words.isUnderWay] : describeProductMerge(preview)} />}
        {failed && <ProblemNote what="Nothing was merged." error={failed} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <WithheldButton type="submit" withheld={lack ?? (preview?.isBusy ? words.isUnderWay : null)} loading={merge.isPending}>
            {words.mergeNow}
          </WithheldButton>
        </Group>
      </Stack>
    </form>
  )
}

export type ProductDialog = 'edit' | 'merge' | 'remove'

const forms = { edit: EditForm, merge: MergeForm, remove: RemoveForm }

type Props = {
  readonly productRef: string
  readonly name: string
  /** `null`: it is closed. */
  readonly asks: ProductDialog | null
  readonly close: () => void
  readonly done: (ref: string | null) => void
}

/** Changes or removes a product, and says before what becomes of the work that waits for it. */
export const EditProduct = ({ productRef, name, asks, close, done }: Props) => {
  const { data, error } = useQuery({
    ...api.products.edited.queryOptions({ input: { ref: productRef } }),
    enabled: asks !== null,
    staleTime: 0,
  })
  const Form = forms[asks ?? 'edit']
  return (
    <Modal
      opened={asks !== null}
      onClose={close}
      size={560}
      title={asks === 'remove' ? `Remove ${name}?` : asks === 'merge' ? `Merge ${name}` : words.edit}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && <UnreadNote what="The product cannot be shown." error={error} />}
      {data && asks !== null && <Form key={asks} productRef={productRef} product={data} close={close} done={done} />}
    </Modal>
  )
}
