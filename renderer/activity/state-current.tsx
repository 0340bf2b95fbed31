import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CurrentStatement, JobRow } from '../../shared/jobs.ts'
import { productAddressOf } from '../../shared/product-page-link.ts'
import { client } from '../bridge.ts'
import { useSession } from '../connect/use-session.ts'
import { CurrentChoice } from '../products/current-choice.tsx'
import { ofAttributeList, withDoubted } from '../products/known-pictures.ts'
import { ProductLink } from '../products/product-now.tsx'
import { readDoubtedIds } from '../products/read-doubted-ids.ts'
import { useKnownProduct } from '../products/use-known-product.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { tell } from '../ui/tell.tsx'

type Props = { readonly job: JobRow; readonly close: () => void }

const StateForm = ({ job, close }: Props) => {
  const { work } = job
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const pattern = useSession()?.connection?.productAddress ?? null
  const retry = useMutation({
    mutationFn: (statement: CurrentStatement) => client.jobs.retry({ jobIds: [job.id], choice: 'retry', current: statement }),
    onSuccess: () => {
      close()
      tell('Attachment continued')
    },
  })
  const isAttach = work.operation === 'attach-sources'
  const product = useKnownProduct(isAttach ? { by: 'ref', ref: work.productRef } : null)
  const list = product?.lists.find((one) => isAttach && one.attribute.toLowerCase() === work.attribute.toLowerCase())
  const doubted = useMemo(() => readDoubtedIds(retry.error), [retry.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  return (
    <Stack gap={16}>
      <CurrentChoice known={known} isReplacement={isAttach && work.replaces != null} choose={setCurrent} />
      <ProductLink address={productAddressOf(pattern, product?.productId ?? null)} />
      {retry.error && <ProblemNote what="Nothing was changed." error={retry.error} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={current === null} loading={retry.isPending} onClick={() => current && retry.mutate(current)}>
          Continue
        </Button>
      </Group>
    </Stack>
  )
}

/** For an attachment with an uncertain outcome or an unknown list: a person states the product's pictures, then it continues. */
export const StateCurrent = ({ isOpen, job, close }: Props & { readonly isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={close} size={560} title="Continue the attachment" closeButtonProps={{ 'aria-label': 'Close' }}>
    <StateForm job={job} close={close} />
  </Modal>
)
