import { Button, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CurrentStatement } from '../../shared/jobs.ts'
import { productAddressOf } from '../../shared/product-address.ts'
import { defaultAttribute, type Product } from '../../shared/products.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { describeAttachNote } from '../../shared/words/product-lists.ts'
import type { ListEditors } from '../../shared/workspace-settings.ts'
import { client } from '../bridge.ts'
import { useSession } from '../connect/use-session.ts'
import { goTo } from '../navigation.ts'
import { api, queryClient } from '../queries.ts'
import { useWithheld } from '../settings/use-scope.ts'
import { Note } from '../ui/note.tsx'
import { readProblem } from '../ui/read-problem.ts'
import { tell } from '../ui/tell.tsx'
import { WithheldButton } from '../ui/withheld-button.tsx'
import classes from './attach-dialog.module.css'
import { closeAttach, reorderAttach, useAttachView } from './attach-view.ts'
import { CurrentChoice } from './current-choice.tsx'
import { describeChange, judgeList } from './describe-list.ts'
import { findNames } from './find-names.ts'
import { ofAttributeList, withDoubted } from './known-pictures.ts'
import { PictureOrder } from './picture-order.tsx'
import { EditorsQuestion, ProductLink, ProductNow } from './product-now.tsx'
import { readDoubtedIds } from './read-doubted-ids.ts'

const useProducts = (): readonly Product[] => useQuery(api.products.list.queryOptions()).data ?? []

const KnownProducts = ({ products, choose }: { readonly products: readonly Product[]; readonly choose: (id: string) => void }) => (
  <Group gap={6} mt={6}>
    {products.flatMap(({ productId, name, ref }) =>
      productId ? (
        <Button
          key={ref}
          size="compact-xs"
          variant="light"
          color="gray"
          maw="100%"
          title={name ?? productId}
          onClick={() => choose(productId)}
        >
          {name ?? productId}
        </Button>
      ) : (
        []
      ),
    )}
  </Group>
)

const attachKey = ['attach']

type AttachInput = Parameters<typeof client.products.attach>[0]

/** `editors`: who else edits lists, if this was the first time to ask. */
const useAttach = (remembered: string, editors: ListEditors | null) => {
  const queries = useQueryClient()
  // The dialog's own callbacks end with it, so the choices to remember are saved here.
  const remember = async (attribute: string): Promise<void> =>
    void queries.setQueryData(api.settings.get.queryKey(), await client.settings.set({ attribute }))
  const rememberEditors = async (listEditors: ListEditors): Promise<void> => {
    const { view } = await client.connections.change({ listEditors })
    queries.setQueryData(api.session.get.queryKey(), view)
  }
  return useMutation({
    mutationKey: attachKey,
    mutationFn: (input: AttachInput) => client.products.attach(input),
    onSuccess: ({ pictures, notes }, { attribute = defaultAttribute }) => {
      closeAttach()
      if (attribute !== remembered) remember(attribute).catch(() => {})
      if (editors !== null) rememberEditors(editors).catch(() => {})
      tell(pictures > 0 ? `Attaching ${countOf(pictures, 'picture')}` : 'Nothing new to attach', {
        text: notes.map(describeAttachNote).join(' ') || 'Pictures that aren’t uploaded yet are uploaded first.',
        action: { label: 'Show products', run: () => goTo('products') },
        kind: 'attach',
      })
    },
  })
}

/** Whether what was asked for last is about this product and list. */
const isAbout = (asked: AttachInput | undefined, target: AttachInput['product'], attribute: string): boolean =>
  asked?.attribute === attribute && JSON.stringify(asked.product) === JSON.stringify(target)

const AttachForm = ({ imageIds }: { readonly imageIds: readonly string[] }) => {
  const products = useProducts()
  const remembered = useQuery(api.settings.get.queryOptions()).data?.attribute ?? defaultAttribute
  const connection = useSession()?.connection ?? null
  const serviceAppends = connection?.serviceAppends ?? false
  // The list is looked up, or its content does not matter.
  const isAskedNothing = serviceAppends || connection?.readProduct != null
  const [productId, setProductId] = useState('')
  const [name, setName] = useState('')
  const [typed, setAttribute] = useState<string | null>(null)
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const [editors, setEditors] = useState<ListEditors>('sometimes')
  const names = useMemo(findNames, [])

  const attribute = (typed ?? remembered).trim()
  const id = productId.trim()
  const isNew = name.trim() !== ''
  // A product of ours with this name is used, not created again.
  const product = products.findLast(
    (one) => (isNew ? one.createdByUs && one.name === name.trim() : one.productId === id) && one.productId !== null,
  )
  const target = isNew ? ({ kind: 'new', name: name.trim() } as const) : ({ kind: 'id', productId: id } as const)
  const standing = judgeList(product, attribute, connection?.listEditors ?? null, Date.now())
  const list = product?.lists.find((one) => one.attribute.toLowerCase() === attribute.toLowerCase())
  // Asked once, and only where someone else may have added pictures.
  const asksEditors = connection?.listEditors === null && !isAskedNothing && !isNew && id !== '' && !product?.createdByUs
  const attach = useAttach(remembered, asksEditors ? editors : null)
  const trouble = attach.error ? readProblem(attach.error) : null
  // Our record may be too old by now, or in doubt: then the core asks.
  const isRefused = trouble?.code === 'current-unknown' || trouble?.code === 'current-contradicts'
  const isAsked = isRefused && isAbout(attach.variables, target, attribute)
  const doubted = useMemo(() => readDoubtedIds(isAsked ? attach.error : null), [isAsked, attach.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  const address = productAddressOf(connection?.productAddress ?? null, isNew ? (product?.productId ?? null) : id || null)
  const mustSay = !isAskedNothing && (isAsked || (standing.kind === 'ask' && (isNew ? product !== undefined : id !== '')))
  const change =
    isNew && !product
      ? `A new product with ${countOf(imageIds.length, 'picture')}.`
      : isNew || id !== ''
        ? describeChange(standing, serviceAppends ? { kind: 'appends' } : current, imageIds.length)
        : null
  const withheld = useWithheld()
  const canAttach = withheld === null && (isNew || id !== '') && (!mustSay || current !== null) && attribute !== '' && imageIds.length > 0

  const submit = () => {
    // Asks the client, because a second press may come before the next render.
    if (!canAttach || queryClient.isMutating({ mutationKey: attachKey }) > 0) return
    attach.mutate({
      images: { kind: 'some', images: [...imageIds] },
      product: target,
      attribute,
      current: mustSay ? current : null,
      again: false,
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap={16}>
        <div className={classes.ways}>
          <div>
            <TextInput
              label="Product ID"
              placeholder="e.g. prd_a045…"
              disabled={isNew}
              value={productId}
              onChange={(event) => setProductId(event.currentTarget.value)}
            />
            <KnownProducts products={isNew ? [] : products.slice(0, 6)} choose={setProductId} />
          </div>
          <Divider orientation="vertical" label="or" className={classes.or} />
          <TextInput
            label="New product name"
            placeholder="e.g. Linen shirt, blue"
            disabled={id !== ''}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <TextInput label="Picture field" value={typed ?? remembered} onChange={(event) => setAttribute(event.currentTarget.value)} />
        {mustSay && (
          <div>
            <CurrentChoice key={`${target.kind} ${isNew ? name.trim() : id} ${attribute}`} known={known} choose={setCurrent} />
            <ProductLink address={address} />
          </div>
        )}
        {!mustSay && <ProductNow list={list} address={address} />}
        {asksEditors && <EditorsQuestion value={editors} change={setEditors} />}
        <div>
          <Group justify="space-between" mb={4}>
            <Text fw={500} size="sm">
              {countOf(imageIds.length, 'picture')} in this order
            </Text>
            <Text size="sm" c="dimmed">
              Drag, or Alt and arrow keys
            </Text>
          </Group>
          <div className={classes.pictures}>
            <PictureOrder
              label="Pictures to attach"
              canRemove={imageIds.length > 1}
              items={imageIds.map((imageId) => ({ key: imageId, imageId, name: names.get(imageId) ?? 'Picture' }))}
              change={(items) => reorderAttach(items.map((item) => item.key))}
            />
          </div>
        </div>
        {trouble && (
          <Note tone="bad" title="Nothing was attached. Your choices are still here." isAlert>
            {trouble.message} {trouble.action}
          </Note>
        )}
        <Group gap={8} wrap="nowrap" className={classes.foot}>
          <Text size="sm" flex={1} aria-live="polite">
            {change}
          </Text>
          <Button variant="default" onClick={closeAttach}>
            Cancel
          </Button>
          <WithheldButton type="submit" withheld={withheld} disabled={!canAttach} loading={attach.isPending}>
            Attach
          </WithheldButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Attaches the selected pictures to one product; shows them, their order, and the product before and after. */
export const AttachDialog = () => {
  const imageIds = useAttachView((view) => view.imageIds)
  return (
    <Modal
      opened={imageIds !== null}
      onClose={closeAttach}
      size={640}
      title="Attach to a product"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {imageIds && <AttachForm imageIds={imageIds} />}
    </Modal>
  )
}
