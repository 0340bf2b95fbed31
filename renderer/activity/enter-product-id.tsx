import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { changeIdWords, existsWords } from '../../shared/products/product-ids-words.ts'
import { defaultAttribute } from '../../shared/products/products.ts'
import { type CurrentStatement, canChangeProduct, type JobRow } from '../../shared/queue/jobs.ts'
import { productAddressOf } from '../../shared/workspaces/product-page-link.ts'
import { client } from '../bridge.ts'
import { useLive } from '../live.ts'
import { CurrentChoice } from '../products/ledger/current-choice.tsx'
import { judgeList } from '../products/ledger/describe-list.ts'
import { ofAttributeList, withDoubted } from '../products/ledger/known-pictures.ts'
import { toTarget } from '../products/ledger/product-choice.ts'
import { ProductField } from '../products/ledger/product-field.tsx'
import { ProductLink } from '../products/ledger/product-now.tsx'
import { readDoubtedIds } from '../products/ledger/read-doubted-ids.ts'
import { describeQueued } from '../products/ledger/tell-attached.ts'
import { useKnownProduct } from '../products/ledger/use-known-product.ts'
import { useProductField } from '../products/ledger/use-product-field.ts'
import { api } from '../queries.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { tell } from '../ui/tell.tsx'
import { WithheldButton } from '../ui/withheld-button.tsx'
import { useSession } from '../workspaces/connections/use-session.ts'

type Props = { readonly job: JobRow; readonly close: () => void }

/** Other attachments to the same product that failed for the same reason, as far as one page shows them. */
const useOthersLike = (job: JobRow): readonly string[] => {
  const { work, status } = job
  const isAttach = work.operation === 'attach-sources' && status.state === 'parked'
  const input = { offset: 0, limit: 500, states: ['parked' as const], operation: 'attach-sources' as const }
  const { data } = useQuery(api.jobs.page.queryOptions({ input: isAttach ? input : skipToken }))
  if (!isAttach) return []
  return (data?.rows ?? [])
    .filter(
      (one) =>
        one.id !== job.id &&
        one.work.operation === 'attach-sources' &&
        one.work.productRef === work.productRef &&
        one.status.state === 'parked' &&
        one.status.reason.code === status.reason.code &&
        (canChangeProduct(one) || one.status.choices.includes('exists')),
    )
    .map((one) => one.id)
}

const IdForm = ({ job, close }: Props) => {
  const field = useProductField({ allowsNew: false })
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const connection = useSession()?.connection
  const others = useOthersLike(job)
  const [withOthers, setWithOthers] = useState(true)
  const retry = useMutation({
    mutationFn: (input: { readonly productId: string; readonly current: CurrentStatement | null }) =>
      client.jobs.retry({
        jobIds: [job.id, ...(withOthers ? others : [])],
        choice: 'exists',
        productId: input.productId,
        ...(input.current ? { current: input.current } : {}),
      }),
    onSuccess: () => {
      close()
      tell('Product changed', { text: describeQueued(useLive.getState().queue) })
    },
  })
  const target = field.choice && toTarget(field.choice)
  const id = target?.kind === 'id' ? target.productId : ''
  const product = useKnownProduct(id === '' ? null : { by: 'id', productId: id })
  const attribute = job.work.operation === 'attach-sources' ? job.work.attribute : defaultAttribute
  const list = product?.lists.find((one) => one.attribute.toLowerCase() === attribute.toLowerCase())
  const doubted = useMemo(() => readDoubtedIds(retry.error), [retry.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  const words = job.work.operation === 'create-product' ? existsWords : changeIdWords
  const isCertain = judgeList(product, attribute, connection?.listEditors ?? null, Date.now()).kind === 'certain'
  const mustSay = !(connection?.serviceAppends ?? false) && connection?.readProduct == null && (!isCertain || retry.isError)
  const lack =
    field.lack ??
    (id === '' ? 'This product is not created yet.' : mustSay && current === null ? 'Say which pictures the product has now.' : null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (lack !== null) return
        retry.mutate({ productId: id, current: mustSay ? current : null })
      }}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {words.about}
        </Text>
        <ProductField field={field} />
        <ProductLink address={id === '' ? null : productAddressOf(connection?.productAddress ?? null, id)} />
        {mustSay && id !== '' && <CurrentChoice key={id} known={known} choose={setCurrent} />}
        {others.length > 0 && (
          <Switch
            label={changeIdWords.others(others.length)}
            checked={withOthers}
            onChange={(event) => setWithOthers(event.currentTarget.checked)}
          />
        )}
        {retry.error && <ProblemNote what="Nothing was changed." error={retry.error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <WithheldButton type="submit" withheld={lack} loading={retry.isPending}>
            Use this product
          </WithheldButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the id of an existing product, and for its current pictures, because its list would be replaced. */
export const EnterProductId = ({ isOpen, job, close }: Props & { readonly isOpen: boolean }) => (
  <Modal
    opened={isOpen}
    onClose={close}
    size={560}
    title={(job.work.operation === 'create-product' ? existsWords : changeIdWords).title}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <IdForm job={job} close={close} />
  </Modal>
)
