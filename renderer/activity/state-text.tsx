import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobRow } from '../../shared/jobs.ts'
import { productAddressOf } from '../../shared/product-page-link.ts'
import { longestText } from '../../shared/product-texts.ts'
import { client } from '../bridge.ts'
import { useSession } from '../connect/use-session.ts'
import { ProductLink } from '../products/product-now.tsx'
import { useKnownProduct } from '../products/use-known-product.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { tell } from '../ui/tell.tsx'

type Props = { readonly job: JobRow; readonly close: () => void }

/** What was last known of it. */
const knownText = ({ status }: JobRow): string =>
  status.state === 'parked' && status.reason.failure.kind === 'text-unknown' ? (status.reason.failure.known ?? '') : ''

const TextForm = ({ job, close }: Props) => {
  const { work } = job
  const [text, setText] = useState(() => knownText(job))
  const pattern = useSession()?.connection?.productAddress ?? null
  const isText = work.operation === 'set-text'
  const product = useKnownProduct(isText ? { by: 'ref', ref: work.productRef } : null)
  const retry = useMutation({
    mutationFn: () => client.jobs.retry({ jobIds: [job.id], choice: 'retry', currentText: text }),
    onSuccess: () => {
      close()
      tell('Text queued', { text: 'The current text can be restored later.' })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!retry.isPending) retry.mutate()
      }}
    >
      <Stack gap={16}>
        <Textarea
          label={`“${isText ? work.attribute : ''}” of ${product?.name ?? product?.productId ?? 'the product'} in the workspace now`}
          description="Copy it from the workspace. Leave this empty if it is empty there."
          autosize
          minRows={3}
          maxRows={12}
          maxLength={longestText}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ProductLink address={productAddressOf(pattern, product?.productId ?? null)} />
        {retry.error && <ProblemNote what="Nothing was changed." error={retry.error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={retry.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** For a text that would replace an unknown one: a person says what is there, so that it can be restored. */
export const StateText = ({ isOpen, job, close }: Props & { readonly isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={close} size={560} title="Enter the current text" closeButtonProps={{ 'aria-label': 'Close' }}>
    <TextForm job={job} close={close} />
  </Modal>
)
