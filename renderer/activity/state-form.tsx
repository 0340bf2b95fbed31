import { Button, Group, Modal, Stack } from '@mantine/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrentStatement, JobRow } from '../../shared/queue/jobs.ts'
import { productAddressOf } from '../../shared/workspaces/product-page-link.ts'
import { client } from '../bridge.ts'
import { ProductLink } from '../products/ledger/product-now.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useSession } from '../workspaces/connections/use-session.ts'

export type StateProps = { readonly job: JobRow; readonly close: () => void }

type Statement = { readonly current: CurrentStatement } | { readonly currentText: string }

/** Continues a job with what a person says about its product. */
export const useStatement = ({ job, close }: StateProps, tellDone: () => void) =>
  useMutation({
    mutationFn: (statement: Statement) => client.jobs.retry({ jobIds: [job.id], choice: 'retry', ...statement }),
    onSuccess: () => {
      close()
      tellDone()
    },
  })

type FormProps = {
  readonly children: ReactNode
  readonly productId: string | null
  readonly retry: UseMutationResult<unknown, Error, Statement>
  /** `null`: it is not complete. */
  readonly statement: Statement | null
  readonly close: () => void
}

/** What a person says, with the product's page to look it up. */
export const StateForm = ({ children, productId, retry, statement, close }: FormProps) => {
  const pattern = useSession()?.connection?.productAddress ?? null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (statement && !retry.isPending) retry.mutate(statement)
      }}
    >
      <Stack gap={16}>
        {children}
        <ProductLink address={productAddressOf(pattern, productId)} />
        {retry.error && <ProblemNote what="Nothing was changed." error={retry.error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={statement === null} loading={retry.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type DialogProps = { readonly isOpen: boolean; readonly close: () => void; readonly title: string; readonly children: ReactNode }

export const StateDialog = ({ isOpen, close, title, children }: DialogProps) => (
  <Modal opened={isOpen} onClose={close} size={560} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
    {children}
  </Modal>
)
