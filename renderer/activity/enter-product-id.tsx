import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CurrentStatement, JobRow } from '../../shared/jobs.ts'
import { productAddressOf } from '../../shared/product-address.ts'
import { defaultAttribute } from '../../shared/products.ts'
import { changeIdWords, existsWords } from '../../shared/words/product-ids.ts'
import { client } from '../bridge.ts'
import { useSession } from '../connect/use-session.ts'
import { CurrentChoice } from '../products/current-choice.tsx'
import { judgeList } from '../products/describe-list.ts'
import { ofAttributeList, withDoubted } from '../products/known-pictures.ts'
import { ProductLink } from '../products/product-now.tsx'
import { readDoubtedIds } from '../products/read-doubted-ids.ts'
import { api } from '../queries.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { tell } from '../ui/tell.tsx'

type Props = { readonly job: JobRow; readonly close: () => void }

const IdForm = ({ job, close }: Props) => {
  const [productId, setProductId] = useState('')
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const { data: products = [] } = useQuery(api.products.list.queryOptions())
  const connection = useSession()?.connection
  const retry = useMutation({
    mutationFn: (input: { readonly productId: string; readonly current: CurrentStatement | null }) =>
      client.jobs.retry({
        jobIds: [job.id],
        choice: 'exists',
        productId: input.productId,
        ...(input.current ? { current: input.current } : {}),
      }),
    onSuccess: () => {
      close()
      tell('Attaching to the product you entered')
    },
  })
  const id = productId.trim()
  const product = products.find((one) => one.productId === id)
  const attribute = job.work.operation === 'attach-sources' ? job.work.attribute : defaultAttribute
  const list = product?.lists.find((one) => one.attribute.toLowerCase() === attribute.toLowerCase())
  const doubted = useMemo(() => readDoubtedIds(retry.error), [retry.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  const words = job.work.operation === 'create-product' ? existsWords : changeIdWords
  const isCertain = judgeList(product, attribute, connection?.listEditors ?? null, Date.now()).kind === 'certain'
  const mustSay = !(connection?.serviceAppends ?? false) && connection?.readProduct == null && (!isCertain || retry.isError)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        retry.mutate({ productId: id, current: mustSay ? current : null })
      }}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {words.about}
        </Text>
        <TextInput label="Product ID" value={productId} onChange={(event) => setProductId(event.currentTarget.value)} data-autofocus />
        <ProductLink address={id === '' ? null : productAddressOf(connection?.productAddress ?? null, id)} />
        {mustSay && id !== '' && <CurrentChoice key={id} known={known} choose={setCurrent} />}
        {retry.error && <ProblemNote what="Nothing was changed." error={retry.error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={retry.isPending} disabled={id === '' || (mustSay && current === null)}>
            Use this product
          </Button>
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
