import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { uncheckedProductWords } from '../../../shared/checks/requirement-profiles-words.ts'
import { describeAttachNote } from '../../../shared/products/attached-lists-words.ts'
import { isDoubtfulMain } from '../../../shared/products/doubtful-main.ts'
import { defaultAttribute, type ProductKey } from '../../../shared/products/products.ts'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'
import { productAddressOf } from '../../../shared/workspaces/product-page-link.ts'
import type { ListEditors } from '../../../shared/workspaces/workspace-settings.ts'
import { client } from '../../bridge.ts'
import { ProductChecks } from '../../checks/product-checks.tsx'
import { countOfIds, selected } from '../../picture-ids.ts'
import { api, queryClient } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { Note } from '../../ui/note.tsx'
import { readProblem } from '../../ui/read-problem.ts'
import { sayUnderWay } from '../../ui/under-way.ts'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { stopFilling } from './add-to-product.ts'
import classes from './attach-dialog.module.css'
import { closeAttach, reorderAttach, useAttachView } from './attach-view.ts'
import { CurrentChoice } from './current-choice.tsx'
import { describeChange, judgeList } from './describe-list.ts'
import { ofAttributeList, withDoubted } from './known-pictures.ts'
import { OrderChoice } from './order-choice.tsx'
import { mostOrdered, PictureOrder } from './picture-order.tsx'
import { nameChoice, type ProductTarget, toTarget } from './product-choice.ts'
import { ProductField } from './product-field.tsx'
import { EditorsQuestion, ProductLink, ProductNow } from './product-now.tsx'
import { readDoubtedIds } from './read-doubted-ids.ts'
import { tellAttached } from './tell-attached.ts'
import { type AttachedPictures, useAttachedPictures, usePlaces } from './use-attached-pictures.ts'
import { useKnownProduct } from './use-known-product.ts'
import { useProductField } from './use-product-field.ts'

type Props = {
  /** The product's pictures once these are attached. */
  readonly after: AttachedPictures
  /** A person has to say what the product has now. */
  readonly mustSay: boolean
}

/** What shops require of the product that these pictures make, before they are attached. */
const AttachedChecks = ({ after: { pictures, lack }, mustSay }: Props) => {
  const words = { unknown: mustSay ? uncheckedProductWords.said : uncheckedProductWords.known, unread: uncheckedProductWords.names }
  return <ProductChecks label="Shop checks of the product" level={3} pictures={pictures} lack={lack && words[lack]} />
}

const attachKey = ['attach']

type AttachInput = Omit<Parameters<typeof client.products.attach>[0], 'images'>

/** `to`: what the product is called. */
type Asked = { readonly imageIds: readonly string[]; readonly input: AttachInput; readonly to: string }

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
    mutationFn: ({ imageIds, input }: Asked) =>
      sayUnderWay(countOfIds(imageIds), `Attaching ${countOf(countOfIds(imageIds), 'picture')}…`, () =>
        client.products.attach({ ...input, images: selected(imageIds) }),
      ),
    onSuccess: ({ jobId, pictures, notes }, { input: { attribute = defaultAttribute }, to }) => {
      closeAttach()
      stopFilling()
      if (attribute !== remembered) remember(attribute).catch(() => {})
      if (editors !== null) rememberEditors(editors).catch(() => {})
      tellAttached({ jobId, pictures, to, said: notes.map(describeAttachNote).join(' ') })
    },
  })
}

/** Whether what was asked for last is about this product and list. */
const isAbout = (asked: AttachInput | undefined, target: AttachInput['product'], attribute: string): boolean =>
  asked?.attribute === attribute && JSON.stringify(asked.product) === JSON.stringify(target)

const keyOf = (target: ProductTarget | null): ProductKey | null => {
  if (target?.kind === 'id') return { by: 'id', productId: target.productId }
  return target?.kind === 'ref' ? { by: 'ref', ref: target.ref } : null
}

const AttachForm = ({ imageIds }: { readonly imageIds: readonly string[] }) => {
  const remembered = useQuery(api.settings.get.queryOptions()).data?.attribute ?? defaultAttribute
  const connection = useSession()?.connection ?? null
  const serviceAppends = connection?.serviceAppends ?? false
  // The list is looked up, or its content does not matter.
  const isAskedNothing = serviceAppends || connection?.readProduct != null
  const { clicked, names, product: begunWith } = useAttachView()
  const field = useProductField({ allowsNew: true, initial: begunWith })
  const [typed, setAttribute] = useState<string | null>(null)
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const [editors, setEditors] = useState<ListEditors>('sometimes')

  const items = useMemo(
    () => imageIds.slice(0, mostOrdered).map((imageId) => ({ key: imageId, imageId, name: names.get(imageId)?.name ?? 'Picture' })),
    [imageIds, names],
  )

  const attribute = (typed ?? remembered).trim()
  const target = field.choice && toTarget(field.choice)
  const product = useKnownProduct(keyOf(target))
  // It may have been created since it was chosen.
  const isNew = target !== null && target.kind !== 'id' && (product?.productId ?? null) === null
  const standing = judgeList(product, attribute, connection?.listEditors ?? null, Date.now())
  const list = product?.lists.find((one) => one.attribute.toLowerCase() === attribute.toLowerCase())
  // Asked once, and only where someone else may have added pictures.
  const asksEditors = connection?.listEditors === null && !isAskedNothing && target !== null && !isNew && !product?.createdByUs
  const attach = useAttach(remembered, asksEditors ? editors : null)
  const trouble = attach.error ? readProblem(attach.error) : null
  // Our record may be too old by now, or in doubt: then the core asks.
  const isRefused = trouble?.code === 'current-unknown' || trouble?.code === 'current-contradicts'
  const isAsked = isRefused && target !== null && isAbout(attach.variables?.input, target, attribute)
  const doubted = useMemo(() => readDoubtedIds(isAsked ? attach.error : null), [isAsked, attach.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  const address = productAddressOf(connection?.productAddress ?? null, target?.kind === 'id' ? target.productId : null)
  const mustSay = !isAskedNothing && (isAsked || (standing.kind === 'ask' && target !== null && !isNew))
  const after = useAttachedPictures(imageIds, { isNew, standing, known, mustSay, current })
  const places = usePlaces(imageIds, after)
  const main = names.get(imageIds[0] ?? '')
  const becomesMain = main !== undefined && places?.get(main.id) === 0
  const calls = field.choice?.kind === 'known' ? [field.choice.product.name, field.choice.product.listed?.sku ?? null] : [field.text]
  const doubtfulMain = becomesMain && isDoubtfulMain(main, calls) ? main.name : null
  const change = isNew
    ? `A new product with ${countOf(imageIds.length, 'picture')}.`
    : target
      ? describeChange(standing, serviceAppends ? { kind: 'appends' } : current, imageIds.length)
      : null
  // The first thing that is missing, for the button to say.
  const lack =
    useWithheld() ??
    field.lack ??
    (attribute === '' ? 'Enter the picture field.' : mustSay && current === null ? 'Say which pictures the product has now.' : null)

  const submit = () => {
    // Asks the client, because a second press may come before the next render.
    if (lack !== null || !target || !field.choice || queryClient.isMutating({ mutationKey: attachKey }) > 0) return
    attach.mutate({
      imageIds,
      input: {
        product: target,
        attribute,
        current: mustSay ? current : null,
        again: false,
      },
      to: nameChoice(field.choice),
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
        <ProductField field={field} />
        <TextInput label="Picture field" value={typed ?? remembered} onChange={(event) => setAttribute(event.currentTarget.value)} />
        {mustSay && (
          <div>
            <CurrentChoice key={`${JSON.stringify(target)} ${attribute}`} known={known} choose={setCurrent} />
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
          <OrderChoice ids={imageIds} first={{ label: 'As clicked', ids: clicked }} names={names} change={reorderAttach} />
          <div className={classes.pictures}>
            <PictureOrder
              label="Pictures to attach"
              canRemove={imageIds.length > 1}
              items={items}
              total={imageIds.length}
              places={places}
              change={(items) => reorderAttach([...items.map((item) => item.key), ...imageIds.slice(mostOrdered)])}
            />
          </div>
        </div>
        {doubtfulMain !== null && (
          <Text size="sm" role="status">
            “{doubtfulMain}” becomes the main picture, though its name says that another one comes first.
          </Text>
        )}
        {target && attribute !== '' && <AttachedChecks after={after} mustSay={mustSay} />}
        {trouble && (
          <Note tone="bad" title="Nothing was attached. Your choices are still here." isAlert>
            {trouble.message} {trouble.action}
          </Note>
        )}
        <Group gap={8} wrap="nowrap" className={foot.foot}>
          <Text size="sm" flex={1} aria-live="polite">
            {change}
          </Text>
          <Button variant="default" onClick={closeAttach}>
            Cancel
          </Button>
          <WithheldButton type="submit" withheld={lack} loading={attach.isPending}>
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
